import type { Page } from "@playwright/test";
import { expectCopyButton } from "../support/copying";
import { expect, test, variant } from "../support/fixtures";

const BANKS = {
  th: { code: "KBANK", shown: "Kasikornbank" },
  la: { code: "LDB", shown: "Lao Development Bank" },
};

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const check = (page: Page) => page.getByRole("button", { name: "Check the changes" }).click();
const save = (page: Page) => page.getByRole("button", { name: "Save the new details" }).click();
const main = (page: Page) => page.getByRole("main");

/** A ten-digit account number that nobody else has. */
const newNumber = () => String(Math.floor(Math.random() * 9e9) + 1e9);
const grouped = (number: string) => number.replace(/^(...)(...)/, "$1-$2-");
const bank = (code: string, name = "SOMYING RAKDEE", number = newNumber()) => ({ code, name, number });

async function edit(page: Page, changes: Record<string, string>) {
  await page.goto("/user/profile/edit");
  for (const [label, text] of Object.entries(changes)) await field(page, label).fill(text);
  await check(page);
}

test("a member sees who they are here, and the account that withdrawals go to @main", async ({
  page,
  member,
  market,
  javaScriptEnabled,
  axe,
}) => {
  const { code, shown } = BANKS[market];
  const number = newNumber();
  const { id } = await member.signIn({ name: "Somying", bank: bank(code, "SOMYING RAKDEE", number) });
  await page.goto("/user/home");
  await page.getByRole("link", { name: "Profile" }).click();
  await expect(page).toHaveURL("/user/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Somying" })).toBeVisible();
  for (const text of [id, shown, "SOMYING RAKDEE", grouped(number)]) await expect(main(page)).toContainText(text);
  await expect(main(page)).toContainText(/Member since\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/);
  await expect(page.getByRole("link", { name: "Profile" })).toHaveAttribute("aria-current", "page");
  await expect(main(page).getByRole("textbox")).toHaveCount(0);
  await axe();
  await expectCopyButton(page, number, javaScriptEnabled);
});

test("another account is reviewed, confirmed by the password, and saved @main", async ({
  page,
  member,
  market,
  product,
  axe,
}) => {
  const before = bank(BANKS[market].code, "OLD HOLDER");
  const { username, password } = await member.signIn({ name: "Somying", bank: before });
  const number = newNumber();
  await page.goto("/user/profile");
  await page.getByRole("link", { name: "Edit details" }).click();
  await axe();
  await edit(page, { "Account name": "NEW HOLDER", "Account number": number });
  await expect(page).toHaveURL("/user/profile/edit/review");
  await expect(main(page)).toContainText("Now: OLD HOLDER");
  await expect(main(page)).toContainText("New: NEW HOLDER");
  await expect(main(page)).toContainText(`Now: ${grouped(before.number)}`);
  await axe();
  // The way back keeps what was typed, and so does a second look.
  await page.getByRole("link", { name: "Change something" }).click();
  await expect(field(page, "Account name")).toHaveValue("NEW HOLDER");
  await check(page);
  await expect(page).toHaveURL("/user/profile/edit/review");
  await page.reload();

  await field(page, "Password").fill("not the password");
  await save(page);
  await expect(field(page, "Password")).toHaveAccessibleDescription(/The password is not right/);
  await expect(field(page, "Password")).toHaveValue("");
  await expect(page).toHaveTitle(/^Error: /);
  expect(await product.desk.bankAccount(username)).toMatchObject({ name: "OLD HOLDER" });

  await field(page, "Password").fill(password);
  await save(page);
  await expect(page).toHaveURL("/user/profile");
  await expect(page.getByText("Saved. These are your details now.")).toBeVisible();
  await expect(main(page)).toContainText("NEW HOLDER");
  expect(await product.desk.bankAccount(username)).toMatchObject({ name: "NEW HOLDER", number });
});

test("another display name needs no password, and no change sends nothing", async ({ page, member, product }) => {
  await member.signIn({ name: "Somying", bank: bank("KBANK") });
  await edit(page, { "Display name": "  Som   Ying " });
  await expect(field(page, "Password")).toHaveCount(0);
  await save(page);
  await expect(page.getByRole("heading", { level: 1, name: "Som Ying" })).toBeVisible();
  await product.desk.resetCalls();
  await edit(page, {});
  await expect(page.getByText("Nothing was changed, so nothing was sent.")).toBeVisible();
  expect((await product.desk.calls("updateProfile")).received).toBe(0);
});

test("what is missing or no number is said at its field, before a review", async ({ page, member }) => {
  await member.signIn({ name: "Somying", bank: bank("KBANK") });
  await page.goto("/user/profile/edit");
  await field(page, "Account number").fill("12AB");
  await check(page);
  await expect(field(page, "Account number")).toHaveAccessibleDescription(/digits only/);
  await expect(field(page, "Account number")).toHaveValue("12AB");
  await expect(field(page, "Account number")).toBeFocused();
  await field(page, "Account number").fill("12345-67890");
  await page.getByLabel("Bank", { exact: true }).selectOption("KTB");
  await field(page, "Account name").fill("สมหญิง รักดี");
  await check(page);
  await expect(field(page, "Account name")).toHaveAccessibleDescription(/English letters only/);
});

for (const [at, [code, label, text]] of Object.entries({
  EXISTING_BANK: ["Account number", /already in use/],
  INVALID_BANK: ["Bank", /do not know this bank/],
  BANK_ACCOUNT_NAME_ENG: ["Account name", /English letters only/],
  INVALID_USER_INFO: ["Display name", /personal details/],
  NO_BANK: ["Bank", /cannot find this bank account/],
} as const).map(([code, [label, text]], at) => [at, [code, label, text]] as const))
  test(
    `the operator's ${code} is said at its field, and what was typed stays`,
    variant(Number(at)),
    async ({ page, member }) => {
      await member.signIn({ name: "Somying", bank: bank("KBANK") });
      await member.fault({ call: "updateProfile", kind: "refuse", code });
      await edit(page, { "Display name": "Other" });
      await save(page);
      await expect(page).toHaveURL("/user/profile/edit");
      await expect(page).toHaveTitle(/^Error: /);
      await expect(field(page, label)).toHaveAccessibleDescription(text);
      await expect(field(page, "Display name")).toHaveValue("Other");
    },
  );

test("a refusal that belongs to no field stands above the form", variant(1), async ({ page, member }) => {
  await member.signIn({ name: "Somying", bank: bank("KBANK") });
  await member.fault({ call: "updateProfile", kind: "refuse", code: "NO_USER" });
  await edit(page, { "Display name": "Other" });
  await save(page);
  await expect(page.getByRole("alert")).toContainText("We cannot find this account.");
});

test("an account that another member has is refused", variant(1), async ({ page, member, product }) => {
  const number = newNumber();
  await product.desk.createMember({ bank: bank("KBANK", "SOMEBODY ELSE", number) });
  const { password } = await member.signIn({ bank: bank("KBANK") });
  await edit(page, { "Account number": number });
  await field(page, "Password").fill(password);
  await save(page);
  await expect(field(page, "Account number")).toHaveAccessibleDescription(/already in use/);
});

test("after a lost answer the profile says what stands there", async ({ page, member, product }) => {
  const { username } = await member.signIn({ name: "Somying", bank: bank("KBANK") });
  await member.fault({ call: "updateProfile", kind: "drop-after-commit" });
  await edit(page, { "Display name": "Other" });
  await save(page);
  await expect(page).toHaveURL("/user/profile");
  await expect(page.getByRole("alert")).toContainText("what stands below is what you sent");
  await expect(page.getByRole("heading", { level: 1, name: "Other" })).toBeVisible();

  await member.fault({ call: "updateProfile", kind: "drop-after-commit", executed: false });
  await edit(page, { "Display name": "Third" });
  await save(page);
  await expect(page.getByRole("alert")).toContainText("differs from what you sent");
  await page.getByRole("link", { name: "Look again" }).click();
  await expect(page.getByRole("alert")).toContainText("differs from what you sent");
  await expect(page.getByText("Saved. These are")).toHaveCount(0);
  expect(await product.desk.bankAccount(username)).toMatchObject({ name: "SOMYING RAKDEE" });
});

test("a profile that cannot be read says so in its place, and the rest of the page works", async ({
  page,
  member,
  axe,
}) => {
  await member.signIn();
  await member.fault({ call: "getProfile", kind: "error", times: 0 });
  await page.goto("/user/profile");
  await expect(page.getByRole("heading", { name: "Your profile could not be loaded" })).toBeVisible();
  await expect(main(page).getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/user/profile");
  await expect(page.getByRole("link", { name: "Change password" })).toBeVisible();
  await axe();
});

test("a bank that needs English names leads to a form for the name alone", async ({ page, member, product, axe }) => {
  const number = newNumber();
  const { username } = await member.signIn({ bank: bank("KTB", "สมหญิง รักดี", number) });
  await page.goto("/user/profile");
  await page.getByRole("link", { name: "Change the account name" }).click();
  await expect(page).toHaveURL("/user/profile/bank-name");
  const name = field(page, "Account name in English");
  await expect(name).toHaveValue("");
  await axe();
  for (const wrong of ["", "สมหญิง", "SOMYING 2"]) {
    await name.fill(wrong);
    await page.getByRole("button", { name: "Save the name" }).click();
    await expect(name).toHaveAccessibleDescription(/English letters and spaces only/);
    await expect(page).toHaveTitle(/^Error: /);
  }
  await name.fill("Somying Rakdee");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page).toHaveURL("/user/profile");
  await expect(page.getByText("Saved. These are your details now.")).toBeVisible();
  expect(await product.desk.bankAccount(username)).toEqual({ code: "KTB", name: "Somying Rakdee", number });
  // There is nothing more to correct.
  await expect(page.getByRole("link", { name: "Change the account name" })).toHaveCount(0);
  await page.goto("/user/profile/bank-name");
  await expect(page).toHaveURL("/user/profile");
});

test("a name that is refused because the account is at another bank by now is not lost without a word", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn({ bank: bank("KTB", "สมหญิง รักดี") });
  await page.goto("/user/profile/bank-name");
  await product.desk.setBank(username, bank("SCB", "สมหญิง รักดี"));
  await field(page, "Account name in English").fill("Somying Rakdee");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page).toHaveURL("/user/profile");
  await expect(page.locator(".flash[data-tone=bad]")).toBeVisible();
});
