import type { Page } from "@playwright/test";
import type { Account, BookedRow } from "../support/desk";
import { expect, test } from "../support/fixtures";
import type { SharedProduct } from "../support/shared-products";

const rows = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("time") });
const openFilter = (page: Page) => page.getByRole("link", { name: "Filter and download" }).click();

/** A day in the market's time zone, in the format of date inputs. */
const day = (at: number) => new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Bangkok" }).format(at);
const shown = (iso: string) => iso.split("-").reverse().join("/");

/** Makes two deposits, a bonus, a paid withdrawal and a refused one, each with its own amount. */
async function movedMoney(page: Page, product: SharedProduct, { username }: Account) {
  const { desk } = product;
  await desk.bankTransfer(username, 2_000_00);
  await desk.bankTransfer(username, 345_50);
  for (const [amount, end] of [
    ["500", desk.settle.bind(desk)],
    ["300", desk.refuse.bind(desk)],
  ] as const) {
    await page.goto(`/user/withdraw/review?amount=${amount}`);
    await page.getByRole("button", { name: /^Withdraw/ }).click();
    await expect(page.getByRole("heading", { name: "Withdrawal request sent" })).toBeVisible();
    await end(username);
  }
  await desk.giveBonus(username, 250_00);
}

const successes = (ledger: BookedRow[], type: string) =>
  ledger.filter((row) => row.type === type && row.status === "SUCCESS").reduce((sum, { amount }) => sum + amount, 0);
const written = (minor: number) => (minor / 100).toLocaleString("en", { minimumFractionDigits: 2 });

test("the filter shows only withdrawals, and can be removed", async ({ page, member, product, axe }) => {
  await movedMoney(page, product, await member.signIn());
  await page.goto("/user/statement");
  await expect(rows(page)).toHaveCount(5);
  await openFilter(page);
  await page.getByLabel("Type").selectOption("Withdrawal");
  await page.getByRole("button", { name: "Show transactions" }).click();
  await expect(page).toHaveURL(/\/user\/statement\?type=withdraw&/);
  await expect(page.getByRole("heading", { name: "Withdrawal · All days" })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page)).toContainText(["−฿300.00Failed", "−฿500.00Success"]);
  await expect(page.getByText(/^5 of 5 transactions read, the oldest of \d\d\/\d\d\/\d{4}\.$/)).toBeVisible();
  await axe();
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(page).toHaveURL("/user/statement");
  await expect(rows(page)).toHaveCount(5);
});

test("days begin and end in the market's time zone @main", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await product.desk.bankTransfer(username, 111_00);
  const { rows: ledger } = await product.desk.statement(username);
  const [today, before] = [ledger[0]!.createdAt, ledger[0]!.createdAt - 24 * 60 * 60_000].map(day) as [string, string];
  await page.goto(`/user/statement?from=${today}&to=${today}`);
  await expect(page.getByRole("heading", { name: `All types · ${shown(today)}` })).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/user/statement?to=${before}`);
  await expect(page.getByRole("heading", { name: "No transaction found" })).toBeVisible();
  await openFilter(page);
  await expect(page.getByLabel("To day")).toHaveValue(before);
  await page.getByRole("link", { name: "Last 7 days" }).click();
  await expect(rows(page)).toHaveCount(1);
  await openFilter(page);
  await page.getByRole("link", { name: "Last month" }).click();
  await expect(rows(page)).toHaveCount(0);
});

test("an invalid date is reported at its field and stays typed", async ({ page, member, axe }) => {
  await member.signIn();
  expect((await page.goto("/user/statement?type=deposit&from=31%2F02%2F2025"))!.status()).toBe(422);
  await expect(page.getByLabel("From day")).toHaveAccessibleDescription(/Enter a day such as 31\/12\/2025/);
  await expect(page.getByLabel("From day")).toHaveValue("31/02/2025");
  await expect(page.getByLabel("From day")).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Statement · /);
  await axe();
  await page.getByLabel("From day").fill("1/2/2568");
  await page.getByRole("button", { name: "Show transactions" }).click();
  await expect(page.getByRole("heading", { name: "Deposit · since 01/02/2025" })).toBeVisible();
});

test("pages of a filtered statement keep the filter", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  await product.desk.giveBonus(username, 50_00);
  for (let count = 1; count <= 12; count += 1) await product.desk.bankTransfer(username, 100_00 + count);
  await page.goto("/user/statement?type=deposit");
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL("/user/statement?type=deposit&page=2");
  await expect(rows(page)).toHaveCount(2);
  await page.goto("/user/statement?type=deposit&page=9");
  await page.getByRole("link", { name: "Go to the last page" }).click();
  await expect(page).toHaveURL("/user/statement?type=deposit&page=2");
});

test("a statement of more than a hundred movements is read completely, and shows new ones at once", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  for (let count = 1; count <= 105; count += 1) await product.desk.bankTransfer(username, 100_00 + count);
  await page.goto("/user/statement?type=deposit&page=11");
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).last()).toContainText("100.01");
  await expect(page.getByText(/^105 of 105 transactions read/)).toBeVisible();
  await product.desk.bankTransfer(username, 777_00);
  await page.goto("/user/statement?type=deposit");
  await expect(rows(page).first()).toContainText("777.00");
  await expect(page.getByText(/^106 of 106 transactions read/)).toBeVisible();
});

test("the CSV file holds what the filter finds", async ({ page, member, product }) => {
  await movedMoney(page, product, await member.signIn());
  await page.goto("/user/statement?type=withdraw");
  await openFilter(page);
  const link = page.getByRole("link", { name: "Download as CSV" });
  const answer = await page.request.get((await link.getAttribute("href"))!);
  expect(answer.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers()["cache-control"]).toBe("no-store");
  const { rows: ledger } = await product.desk.statement((await member.create()).username);
  const today = day(ledger[0]!.createdAt).replaceAll("-", "");
  expect(answer.headers()["content-disposition"]).toBe(`attachment; filename="statement-${today}.csv"`);
  const bytes = await answer.body();
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString("utf8").slice(1).split("\r\n");
  expect(lines).toEqual([
    '"Date and time (Asia/Bangkok, UTC+07:00)",Type,Description,From,To,Amount,Currency,Status',
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Withdrawal,.+,Main wallet,.+,-300\.00,BAHT,Failed$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Withdrawal,.+,Main wallet,.+,-500\.00,BAHT,Success$/),
    expect.stringMatching(/^"# 5 of 5 transactions read, the oldest of .+"$/),
    "",
  ]);
});

test("guests who open the CSV file are redirected to login", async ({ page }) => {
  await page.goto("/user/statement/csv");
  await expect(page).toHaveURL(/\/login\?nextUrl=/);
});

test("the print view has every movement, sums and coverage @main", async ({ page, member, product, axe }) => {
  const account = await member.signIn();
  for (let count = 1; count <= 13; count += 1) await product.desk.bankTransfer(account.username, 1_000_00 + count);
  await page.goto("/user/statement?type=deposit");
  await openFilter(page);
  await page.getByRole("link", { name: "Print view" }).click();
  await expect(page).toHaveURL("/user/statement/print?type=deposit");
  await expect(page.getByRole("table", { name: "Statement" }).getByRole("row")).toHaveCount(14);
  await expect(page.getByText("13,000.91").first()).toBeVisible();
  await expect(page.getByText(account.name)).toBeVisible();
  await expect(page.getByText(/^13 of 13 transactions read/)).toBeVisible();
  await axe();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("table", { name: "Statement" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back" })).toBeHidden();
  await expect(page.getByRole("link", { name: "Download as CSV" })).toBeHidden();
});

test("the sums of money in and out equal the ledger's", async ({ page, member, product, axe }) => {
  const account = await member.signIn();
  await movedMoney(page, product, account);
  const { rows: ledger } = await product.desk.statement(account.username);
  const [deposits, withdrawals, bonuses] = ["deposit", "withdraw", "bonus"].map((type) => successes(ledger, type)) as [
    number,
    number,
    number,
  ];
  expect([deposits, withdrawals, bonuses]).toEqual([2_345_50, 500_00, 250_00]);
  await page.goto("/user/statement");
  await page.getByRole("link", { name: "Money in and out" }).click();
  for (const name of [/^This month, since 01\/\d\d\/\d{4}$/, "Since your first transaction"]) {
    const card = page.getByRole("region", { name });
    await expect(card.getByRole("definition")).toHaveText([
      `฿${written(deposits)}`,
      `฿${written(withdrawals)}`,
      `+฿${written(deposits - withdrawals)}`,
      `฿${written(bonuses)}`,
    ]);
  }
  await expect(page.getByText(/^5 of 5 transactions read, the oldest of/)).toBeVisible();
  await axe();
});

test("a statement without movements has sums of zero and an empty CSV file", async ({ page, member, product }) => {
  await member.signIn();
  await page.goto("/user/statement/summary");
  await expect(page.getByRole("definition").first()).toContainText("0.00");
  await expect(page.getByText("There are no transactions.")).toBeVisible();
  const file = await (await page.request.get(`${product.url}/user/statement/csv`)).text();
  expect(file.trim().split("\r\n")).toHaveLength(2);
});

test("while a slow operator is read, the page shows the progress, then everything, without a tap", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  for (let count = 1; count <= 105; count += 1) await product.desk.bankTransfer(username, 100_00);
  await product.desk.fault({ call: "listStatements", kind: "slow", delayMs: 4_500, times: 2, phone: username });
  await page.goto("/user/statement/summary");
  await expect(page.getByRole("heading", { name: "Reading your statement" })).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await axe();
  await expect(page.getByText(/^105 of 105 transactions read, the oldest of/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("definition").first()).toContainText("10,500.00");
});

test("if the operator does not answer, every view says so and offers to try again", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  await product.desk.bankTransfer(username, 100_00);
  await product.desk.fault({ call: "listStatements", kind: "html-502", times: 0, phone: username });
  for (const path of ["?type=deposit", "/print", "/summary", "/csv"]) {
    expect((await page.goto(`/user/statement${path}`))!.status()).toBe(503);
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByRole("alert")).toContainText("We could not load your statement");
    await expect(page.getByRole("alert")).toBeFocused();
  }
  await product.desk.clearFaults();
  // After so many failures in a row the call is not sent for a moment.
  await expect(async () => {
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByText("1 of 1 transactions read")).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
