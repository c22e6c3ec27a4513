/** The strip "Your last transaction" on the money forms says what the receipt says. */
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const strip = (page: Page) => page.locator(".alert", { hasText: "Your last transaction" });

/** Opens a form, and expects these words in its strip, then on the receipt that the strip links to. */
async function expectBoth(page: Page, form: string, outcome: string, ...facts: string[]) {
  await page.goto(form);
  await expect(strip(page)).toContainText(outcome);
  for (const fact of facts) await expect(strip(page)).toContainText(fact);
  await strip(page).getByRole("link", { name: "See the receipt" }).click();
  await expect(page.getByRole("heading", { level: 2, name: outcome })).toBeVisible();
}

async function withdraw(page: Page, amount: string) {
  await page.goto(`/user/withdraw/review?amount=${amount}`);
  await page.getByRole("button", { name: /^Withdraw/ }).click();
  await expect(page).toHaveURL(/\/user\/receipt\//);
}

async function transfer(page: Page, amount: string) {
  await page.goto(`/user/transfer?to=PG&amount=${amount}`);
  await page.getByRole("button", { name: /^Transfer/ }).click();
  await expect(page).toHaveURL(/\/user\/receipt\//);
}

test("a withdrawal is accepted first, then returned if the bank refuses it @main", async ({
  page,
  member,
  product,
  axe,
}) => {
  const lak = product.market === "la";
  const { username } = await member.signIn({ wallet: lak ? 400_000_00 : 1_000_00 });
  await withdraw(page, lak ? "100000" : "400");
  const amount = lak ? "₭100,000.00" : "฿400.00";
  await expectBoth(page, "/user/transfer", "Withdrawal request sent", "Withdrawal", amount);
  await product.desk.refuse(username);
  await expectBoth(page, "/user/withdraw", "The bank did not take the withdrawal", amount);
  await page.goto("/user/transfer");
  await expect(strip(page)).not.toContainText(/Accepted|Success/);
  await axe();
});

test("a withdrawal that the bank has paid is paid", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 1_000_00 });
  await withdraw(page, "400");
  await product.desk.settle(username);
  await expectBoth(page, "/user/transfer", "Withdrawal paid", "฿400.00");
});

test("an announced deposit that arrives has arrived", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await product.desk.switches({ addMatchMs: 600_000 });
  await page.goto("/user/deposit/truewallet");
  await page.getByLabel("Amount to transfer").fill("150");
  await page.getByRole("button", { name: "Announce the deposit" }).click();
  await expect(page.getByRole("heading", { name: "Transfer ฿150.00 to this wallet" })).toBeVisible();
  await page.goto("/user/withdraw");
  for (const fact of ["Deposit announced", "฿150.00"]) await expect(strip(page)).toContainText(fact);
  await strip(page).getByRole("link", { name: "See the receipt" }).click();
  await expect(page.getByRole("heading", { name: "Transfer ฿150.00 to this wallet" })).toBeVisible();
  await product.desk.matchAdd(username);
  await expectBoth(page, "/user/deposit/truewallet", "Deposit arrived", "฿150.00");
});

test("a gift has its amount, which was not known before", async ({ page, member, product }) => {
  await member.signIn();
  const { link } = await product.desk.gift(123_00);
  await page.goto("/user/deposit/truewallet?by=gift");
  await page.getByLabel("Gift link").fill(link);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expectBoth(page, "/user/deposit/truewallet", "Gift received", "฿123.00");
});

test("a refused transfer was not made", async ({ page, member }) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await member.fault({ call: "transfer", kind: "refuse", code: "MONEY_NOT_ENOUGH" });
  await transfer(page, "200");
  await expectBoth(page, "/user/transfer", "The transfer was not made", "฿200.00");
});

test("every money form has the game's name, not its code", async ({ page, member }) => {
  await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await transfer(page, "200");
  for (const form of [
    "/user/transfer",
    "/user/transfer/all?to=wallet",
    "/user/withdraw",
    "/user/withdraw/review?amount=100",
    "/user/deposit/qr/KBANK",
    "/user/deposit/truewallet",
    "/user/deposit/truewallet?by=gift",
  ]) {
    await page.goto(form);
    await expect(strip(page)).toContainText("Main wallet → PG Soft · ฿200.00 · Transferred");
  }
});

test("the operator's statement is asked only if there is something to look up", async ({ page, member, product }) => {
  const { desk } = product;
  await member.signIn({ wallet: 1_000_00, games: { PG: 0 } });
  const asked = async () => {
    await desk.resetCalls();
    await page.goto("/user/transfer");
    return (await desk.calls("listStatements")).received;
  };
  expect(await asked()).toBe(0);
  await transfer(page, "200");
  // The engine itself looks for each row, after a second.
  await expect.poll(asked).toBe(0);
  await withdraw(page, "400");
  await expect.poll(asked).toBe(1);
});
