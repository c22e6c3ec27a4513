import { expect, test } from "../support/fixtures";

test("a game account is opened once, and then takes transfers", async ({ page, member, axe }) => {
  await member.signIn({ wallet: 300_00 });
  await page.goto("/user/home");
  await page.getByRole("region", { name: "Slots" }).getByRole("link", { name: "Slot XO" }).click();
  await expect(page.getByRole("heading", { name: "Open a Slot XO account" })).toBeVisible();
  await axe();
  await page.getByRole("button", { name: "Open account" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The Slot XO account is open" })).toBeVisible();
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("SLOTXO");
  await page.goto("/user/games/SLOTXO");
  await expect(page).toHaveURL("/user/transfer?to=SLOTXO");
});

test("opening a game account that is already open succeeds", async ({ page, context, member }) => {
  await member.signIn();
  await page.goto("/user/games/SLOTXO");
  const other = await context.newPage();
  await other.goto("/user/games/SLOTXO");
  await other.getByRole("button", { name: "Open account" }).click();
  await expect(other).toHaveURL("/user/transfer?to=SLOTXO");
  await page.getByRole("button", { name: "Open account" }).click();
  await expect(page).toHaveURL("/user/transfer?to=SLOTXO");
});

test("if a provider is down, the same page says so", async ({ page, member, product }) => {
  await member.signIn();
  await product.desk.switches({ providersDown: ["SLOTXO"] });
  await page.goto("/user/games/SLOTXO");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Open account" }).click();
  expect((await answer).status()).toBe(422);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open account" })).toBeVisible();
});

test("if the answer to opening an account is lost, the account is found to be open", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  await page.goto("/user/games/SLOTXO");
  await product.desk.fault({ call: "activateSlot", kind: "drop-after-commit", phone: username });
  await page.getByRole("button", { name: "Open account" }).click();
  await expect(page).toHaveURL("/user/transfer?to=SLOTXO");
});

test("an unknown game shows the 404 page", async ({ page, member }) => {
  await member.signIn();
  expect((await page.goto("/user/games/NOSUCH"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "We can’t find that page" })).toBeVisible();
});

test("while the operator is down, the page says so in its own frame, with a way on", async ({
  page,
  member,
  product,
  axe,
}) => {
  await member.signIn();
  await product.desk.switches({ maintenance: true });
  expect((await page.goto("/user/games/SLOTXO"))!.status()).toBe(503);
  await expect(page).toHaveTitle(/^Error: Open account · /);
  await expect(page.getByRole("alert")).toContainText("Your money is safe");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/user/contact");
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/user/home");
  await axe();
  await product.desk.switches({ maintenance: false });
  // A call that has failed several times pauses for a moment.
  await expect(async () => {
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Open account" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
