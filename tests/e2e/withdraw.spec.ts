import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";
import type { SharedProduct } from "../support/shared-products";

const LATER = { timeout: 40_000 };

const amount = (page: Page) => page.getByLabel("Amount to withdraw");
const check = (page: Page) => page.getByRole("button", { name: "Check the withdrawal" });
const confirm = (page: Page) => page.getByRole("button", { name: /^Withdraw .\d/ });
const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const sent = (page: Page) => heading(page, "Withdrawal request sent");

async function review(page: Page, text: string) {
  await page.goto("/user/withdraw");
  await amount(page).fill(text);
  await check(page).click();
  await expect(heading(page, "Withdraw to this account?")).toBeVisible();
}

/** Presses a button and returns the status of the answer to the form. */
async function statusOf(page: Page, press: () => Promise<void>) {
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await press();
  return (await answer).status();
}

/** The amounts of the member's withdrawals in the ledger. */
const withdrawals = async (product: SharedProduct, phone: string) =>
  (await product.desk.statement(phone)).rows.filter(({ type }) => type === "withdraw").map((row) => row.amount);

test("shows the limits, then amount and account to confirm, then sends the withdrawal @main", async ({
  page,
  member,
  product,
  axe,
}) => {
  const lak = product.market === "la";
  const [held, least, wish, left] = lak
    ? [400_000_00, "50,000.00", "100,000", 300_000_00]
    : [2_480_50, "100.00", "500", 1_980_50];
  const { username } = await member.signIn({ wallet: held });
  await page.goto("/user/withdraw");
  await expect(amount(page)).toHaveAccessibleDescription(new RegExp(`Minimum .${least}, maximum `));
  await axe();
  await amount(page).fill(wish);
  await check(page).click();

  const main = page.getByRole("main");
  await expect(heading(page, "Withdraw to this account?")).toBeVisible();
  await expect(main).toContainText(`${wish}.00`);
  await expect(main).toContainText(/\d{3}-\d{3}-\d{4}/);
  await expect(main).toContainText(lak ? /Left after it.300,000\.00/ : /Left after it.1,980\.50/);
  await expect(main).toContainText("a withdrawal cannot be cancelled");
  await axe();
  expect(await statusOf(page, () => confirm(page).click())).toBe(303);

  await expect(sent(page)).toBeVisible();
  await expect(main).toContainText("In progress");
  await expect(page.getByRole("button", { name: /cancel/i })).toHaveCount(0);
  await expect(main.getByRole("link", { name: /deposit/i })).toHaveCount(0);
  expect(await member.balances()).toMatchObject({ wallet: left });

  await product.desk.settle(username);
  await page.reload();
  await expect(heading(page, "Withdrawal paid")).toBeVisible();
});

test("a receipt names the account that was paid to, also after it has changed", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 900_00 });
  const bank = (await product.desk.bankAccount(username))!;
  await review(page, "500");
  await confirm(page).click();
  await expect(sent(page)).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText(bank.number.slice(-4));
  await product.desk.setBank(username, { ...bank, code: "SCB", number: username });
  await page.reload();
  await expect(main).toContainText(`Kasikornbank …${bank.number.slice(-4)}`);
  await expect(main).not.toContainText("Siam Commercial Bank");
});

test("a withdrawal that the bank refuses returns to the wallet", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 900_00 });
  await review(page, "500");
  await confirm(page).click();
  await expect(sent(page)).toBeVisible();
  await product.desk.refuse(username);
  await page.reload();
  await expect(heading(page, "The bank did not take the withdrawal")).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 900_00 });
});

test("reports each limit at the field and keeps what was typed", async ({ page, member, product, axe }) => {
  await member.signIn({ wallet: 80_000_00 });
  await product.desk.resetCalls();
  await page.goto("/user/withdraw");
  for (const [text, told] of [
    ["99.99", /Withdraw at least .100\.00/],
    ["50000.01", /Withdraw at most .50,000\.00/],
    ["1e3", /Enter the amount as a number/],
  ] as const) {
    await amount(page).fill(text);
    expect(await statusOf(page, () => check(page).click())).toBe(422);
    await expect(amount(page)).toHaveAccessibleDescription(told);
    await expect(amount(page)).toHaveValue(text);
    await expect(page.getByRole("alert")).toContainText("Please check these fields");
  }
  await axe();
  expect((await product.desk.calls("withdrawAll")).received).toBe(0);
});

test("more than the balance cannot be withdrawn", async ({ page, member }) => {
  await member.signIn({ wallet: 300_00 });
  await page.goto("/user/withdraw");
  for (const text of ["300.01", "99999999"]) {
    await amount(page).fill(text);
    await check(page).click();
    await expect(amount(page)).toHaveAccessibleDescription(/Not enough money: .300\.00 available/);
    await expect(amount(page)).toHaveValue(text);
  }
});

test("presets fill the amount, and “All of it” is at most the maximum", async ({ page, member }) => {
  await member.signIn({ wallet: 1_234_56 });
  await page.goto("/user/withdraw");
  await page.getByRole("button", { name: "500", exact: true }).click();
  await expect(amount(page)).toHaveValue("500");
  await page.getByRole("button", { name: "All of it" }).click();
  await expect(amount(page)).toHaveValue("1234.56");
  await check(page).click();
  await expect(page.getByRole("main")).toContainText("1,234.56");
});

test("the money in games counts, and is collected first", async ({ page, member }) => {
  await member.signIn({ wallet: 300_00, games: { PG: 700_00 } });
  await page.goto("/user/withdraw");
  await expect(page.getByText(/Main wallet .300\.00, in games .700\.00/)).toBeVisible();
  await review(page, "800");
  await expect(page.getByText("The money in all games is collected into your main wallet first.")).toBeVisible();
  await confirm(page).click();
  await expect(sent(page)).toBeVisible();
  expect(await member.balances()).toMatchObject({ wallet: 200_00, PG: 0 });
});

test("the balance is read again before the withdrawal is sent", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 500_00 } });
  await review(page, "1000");
  await product.desk.play(username, "PG", -300_00);
  expect(await statusOf(page, () => confirm(page).click())).toBe(422);
  await expect(page.getByRole("alert")).toContainText("Please check these fields");
  await expect(amount(page)).toHaveAccessibleDescription(/Not enough money: .700\.00 available/);
  await expect(confirm(page)).toHaveCount(0);
  await axe();
  expect(await withdrawals(product, username)).toEqual([]);
  await page.getByRole("link", { name: "Change the amount" }).click();
  await expect(amount(page)).toHaveValue("1000.00");
});

test("a member who holds a bonus cannot withdraw, and can once it has ended", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 500_00 });
  await product.desk.giveBonus(username, 100_00);
  await page.goto("/user/withdraw");
  await expect(page.getByText("You cannot withdraw while you hold a bonus")).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Available");
  await expect(check(page)).toHaveCount(0);
  await axe();
  await page.goto("/user/withdraw/review?amount=150");
  await expect(page).toHaveURL("/user/withdraw");
  await page.getByRole("link", { name: "See your current bonus" }).click();
  await expect(page).toHaveURL("/user/bonus");
  await page.goto("/user/withdraw");
  await product.desk.endBonus(username);
  await page.reload();
  await expect(check(page)).toBeVisible();
});

for (const [at, [game, sum]] of (
  [
    [0, "150"],
    [200_00, "1100"],
  ] as const
).entries())
  test(
    `a withdrawal of ${sum} that a bonus stops has a receipt that leads to the bonus`,
    variant(at),
    async ({ page, member, product, axe }) => {
      const { username } = await member.signIn({ wallet: 1_000_00, games: { PGSLOT: game } });
      await review(page, sum);
      await product.desk.giveBonus(username, 100_00);
      await confirm(page).click();
      await expect(page.getByText("See them on the bonus page.")).toBeVisible();
      await axe();
      await page.getByRole("link", { name: "See your current bonus" }).click();
      await expect(page).toHaveURL("/user/bonus");
    },
  );

test("without a bank account the form is missing, and the page says whom to ask", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 1_000_00 });
  await product.desk.setMember({ phone: username, lacks: ["bank"] });
  for (const address of ["/user/withdraw", "/user/withdraw/review?amount=300"]) {
    await page.goto(address);
    await expect(page).toHaveURL("/user/withdraw");
    await expect(page.getByText("No bank account is registered")).toBeVisible();
    await expect(page.getByRole("link", { name: /@/ })).toBeVisible();
    await expect(amount(page)).toHaveCount(0);
  }
  await axe();
});

test("with less than the minimum, the page says so and leads to a deposit instead of a form", async ({
  page,
  member,
  axe,
}) => {
  await member.signIn({ wallet: 99_99 });
  await page.goto("/user/withdraw");
  await expect(page.getByText("Withdrawals start at ฿100.00.")).toBeVisible();
  await expect(amount(page)).toHaveCount(0);
  await axe();
  await page.getByRole("main").getByRole("link", { name: "Deposit" }).click();
  await expect(page).toHaveURL("/user/deposit");
});

test("the maximum is what the member has, if that is less than the limit", async ({ page, member }) => {
  await member.signIn({ wallet: 300_00 });
  await page.goto("/user/withdraw");
  await expect(amount(page)).toHaveAccessibleDescription("Minimum ฿100.00, maximum ฿300.00");
});

test("if the balance cannot be read, the page says so in its own frame, with a way on", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 300_00 });
  await product.desk.fault({ call: "getWallet", kind: "error", times: 0, phone: username });
  expect((await page.goto("/user/withdraw"))!.status()).toBe(503);
  await expect(page.getByRole("heading", { name: "Withdraw", level: 1 })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Your money is safe");
  await expect(page.getByRole("link", { name: "Contact support" })).toHaveAttribute("href", "/user/contact");
  await expect(page).toHaveTitle(/^Error: Withdraw · /);
  await expect(page.getByRole("alert")).toBeFocused();
  await axe();
  await product.desk.clearFaults();
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(amount(page)).toBeVisible();
});

for (const [at, kind] of (["error", "wrong-schema", "hang"] as const).entries())
  test(
    `there is no form without its limits, if the operator answers them with ${kind}`,
    variant(at),
    async ({ page, member, product }) => {
      await member.signIn({ wallet: 300_00 });
      await product.desk.fault({ call: "lookupWithdraw", kind, times: 0 });
      expect((await page.goto("/user/withdraw"))!.status()).toBe(503);
      await expect(page).toHaveTitle(/^Error: Withdraw · /);
      await expect(page.getByRole("alert")).toContainText("Your money is safe");
      await expect(amount(page)).toHaveCount(0);
      await product.desk.clearFaults();
      // A call that has failed several times pauses for a moment.
      await expect(async () => {
        await page.getByRole("link", { name: "Try again" }).click();
        await expect(amount(page)).toBeVisible({ timeout: 1_000 });
      }).toPass();
    },
  );

test("a review URL without a valid amount redirects to the form", async ({ page, member }) => {
  await member.signIn({ wallet: 500_00 });
  for (const address of ["/user/withdraw/review", "/user/withdraw/review?amount=all"]) {
    await page.goto(address);
    await expect(page).toHaveURL("/user/withdraw");
  }
  await page.goto("/user/withdraw/review?amount=5");
  await expect(page.getByRole("alert")).toContainText(/Withdraw at least/);
  await expect(confirm(page)).toHaveCount(0);
});

test("a double tap makes one withdrawal, also of the whole balance", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 300_00 });
  await product.desk.fault({ call: "withdrawAll", kind: "slow", delayMs: 400, phone: username });
  await review(page, "300");
  await confirm(page).dblclick();
  await expect(sent(page)).toBeVisible();
  expect(await withdrawals(product, username)).toEqual([300_00]);
});

test("reloading a receipt sends nothing", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 500_00 });
  await review(page, "200");
  await confirm(page).click();
  for (let time = 0; time < 3; time += 1) {
    await expect(sent(page)).toBeVisible();
    await page.reload();
  }
  expect(await withdrawals(product, username)).toEqual([200_00]);
});

test("Back shows the result and sends nothing", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 500_00 });
  await review(page, "200");
  await confirm(page).click();
  await expect(sent(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Your last transaction", { exact: true })).toBeVisible();
  expect(await withdrawals(product, username)).toEqual([200_00]);
});

test("the same review in two tabs makes one withdrawal, and both show its receipt", async ({
  page,
  context,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 300_00 });
  const other = await context.newPage();
  await review(page, "300");
  await review(other, "300");
  await confirm(page).click();
  await expect(sent(page)).toBeVisible();
  await confirm(other).click();
  await expect(sent(other)).toBeVisible();
  expect(other.url()).toBe(page.url());
  expect(await withdrawals(product, username)).toEqual([300_00]);
});

test("a review that is older than the last withdrawal must be confirmed", async ({
  page,
  context,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn({ wallet: 900_00 });
  const other = await context.newPage();
  await review(page, "300");
  await review(other, "200");
  await confirm(page).click();
  await expect(sent(page)).toBeVisible();
  expect(await statusOf(other, () => confirm(other).click())).toBe(409);
  await expect(other.getByRole("alert")).toContainText("older than your last transaction");
  await expect(other.getByText("Your last transaction", { exact: true })).toBeVisible();
  await axe(other);
  expect(await withdrawals(product, username)).toEqual([300_00]);
  await confirm(other).click();
  await expect(sent(other)).toBeVisible();
  expect((await withdrawals(product, username)).sort()).toEqual([200_00, 300_00]);
});

test("a withdrawal whose answer is lost is shown as unknown, then as sent, once", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 900_00 });
  await product.desk.fault({ call: "withdrawAll", kind: "drop-after-commit", phone: username });
  await review(page, "300");
  await confirm(page).click();
  await expect(page).toHaveURL(/\/user\/receipt\//);
  await expect(heading(page, "The withdrawal was not made")).toHaveCount(0);
  await expect(sent(page)).toBeVisible(LATER);
  expect(await withdrawals(product, username)).toEqual([300_00]);
});

test("if the operator cannot be reached, nothing is sent, and the page says so", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 900_00 });
  await review(page, "300");
  await product.desk.fault({ call: "listStatements", kind: "status", status: 500, times: 0, phone: username });
  expect(await statusOf(page, () => confirm(page).click())).toBe(503);
  await expect(page.getByRole("alert")).toContainText("Nothing was sent.");
  await product.desk.clearFaults();
  expect(await withdrawals(product, username)).toEqual([]);
  await confirm(page).click();
  await expect(sent(page)).toBeVisible();
});

test("if the session ends while the form is open, the amount is kept", async ({ page, context, member, product }) => {
  const { username, password } = await member.signIn({ wallet: 900_00 });
  await page.goto("/user/withdraw");
  await amount(page).fill("321");
  await context.clearCookies({ name: "s" });
  await check(page).click();
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await expect(page).toHaveURL(/\/user\/withdraw/);
  await expect(amount(page)).toHaveValue("321");
  expect(await withdrawals(product, username)).toEqual([]);
});

test("if the session ends before the confirmation, login leads back to the review", async ({
  page,
  member,
  product,
}) => {
  const { username, password } = await member.signIn({ wallet: 900_00 });
  await review(page, "321");
  await product.desk.expireTokens(username);
  await confirm(page).click();
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await expect(heading(page, "Withdraw to this account?")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("321.00");
  expect(await withdrawals(product, username)).toEqual([]);
});

test("if a game is down, the receipt says that the withdrawal was not made, and which game kept its money", async ({
  page,
  member,
  product,
  axe,
}) => {
  await member.signIn({ wallet: 1_000_00, games: { PGSLOT: 200_00, SLOTXO: 300_00 } });
  await product.desk.switches({ providersDown: ["SLOTXO"] });
  await review(page, "1300");
  await confirm(page).click();
  const main = page.getByRole("main");
  await expect(heading(page, "The withdrawal was not made")).toBeVisible();
  await expect(main).toContainText("A game could not be reached, so the withdrawal was not made.");
  await expect(main).toContainText("Slot XO kept ฿300.00.");
  await expect(main).toContainText("The money collected from games is in your main wallet.");
  await expect(main).not.toContainText(/The transfer did not succeed|back in your|PG Slot kept/);
  await axe();
  expect(await member.balances()).toMatchObject({ wallet: 1_200_00, PGSLOT: 0, SLOTXO: 300_00 });
});

test("if the bank refuses at once, the receipt says that the money is back, and of no transfer", async ({
  page,
  member,
  product,
}) => {
  await member.signIn({ wallet: 1_000_00, games: { PGSLOT: 200_00 } });
  await product.desk.switches({ bankDown: true });
  await review(page, "1100");
  await confirm(page).click();
  const main = page.getByRole("main");
  await expect(heading(page, "The withdrawal was not made")).toBeVisible();
  await expect(main).toContainText("The money is back in your main wallet.");
  await expect(main).not.toContainText("The transfer did not succeed");
});
