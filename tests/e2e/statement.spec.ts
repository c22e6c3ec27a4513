import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

test("a statement without movements suggests a deposit", async ({ page, member, axe }) => {
  await member.signIn();
  await page.goto("/user/statement");
  await expect(page.getByRole("heading", { name: "No transactions yet" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Deposit" })).toBeVisible();
  await axe();
});

test("each movement is a sentence with its time, sign and state @main", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn();
  await product.desk.bankTransfer(username, 2_000_00);
  await product.desk.giveBonus(username, 250_00);
  await page.goto("/user/statement");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(/^Today \d\d\/\d\d\/\d{4}$/);
  const [bonus, deposit] = [rows(page).nth(0), rows(page).nth(1)];
  await expect(deposit).toContainText(/^Deposit from .+\d\d:\d\d:\d\dAsk about this\+.2,000\.00Success$/);
  await expect(bonus).toContainText(/^Bonus\d\d:\d\d:\d\d · .+\+.250\.00Success$/);
  await axe();
});

test("a transfer has no sign, names both accounts and links to its receipt", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn({ wallet: 500_00, games: { PG: 0 } });
  await product.desk.bankTransfer(username, 200_00);
  await page.goto("/user/transfer?to=PG&amount=200");
  await page.getByRole("button", { name: /^Transfer/ }).click();
  await expect(page.getByRole("heading", { name: "Transferred" })).toBeVisible();
  const reference = (await page.getByRole("main").locator("code").textContent())!;
  await page.getByRole("link", { name: "See the statement" }).click();
  const [row, deposit] = [rows(page).nth(0), rows(page).nth(1)];
  await expect(row).toContainText(/^Main wallet → PG Soft\d\d:\d\d:\d\d.*[฿₭]200\.00Success$/);
  await axe();
  // No receipt of ours: its time says which one is meant.
  await page.goto((await deposit.getByRole("link", { name: "Ask about this" }).getAttribute("href"))!);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue(
    /^About my transaction of \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d: $/,
  );
  await page.goBack();
  await row.getByRole("link", { name: reference }).click();
  await expect(page.getByRole("heading", { name: "Transferred" })).toBeVisible();
});

test("a withdrawal is in progress until the bank has paid or refused it", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 1_000_00 });
  await page.goto("/user/withdraw/review?amount=500");
  await page.getByRole("button", { name: /^Withdraw/ }).click();
  await expect(page.getByRole("heading", { name: "Withdrawal request sent" })).toBeVisible();
  await page.goto("/user/statement");
  await expect(rows(page).first()).toContainText(/^Withdrawal to .+−฿500\.00In progress$/);
  await product.desk.refuse(username);
  await page.reload();
  await expect(rows(page).first()).toContainText(/returned to the main wallet.*−฿500\.00Failed$/);
});

test("what the operator refused at once links to its receipt", async ({ page, member, product }) => {
  await member.signIn({ wallet: 1_000_00, games: { PGSLOT: 0 } });
  await product.desk.switches({ providersDown: ["PGSLOT"], bankDown: true });
  const references: string[] = [];
  for (const [address, button] of [
    ["/user/transfer?to=PGSLOT&amount=12", /^Transfer/],
    ["/user/withdraw/review?amount=500", /^Withdraw/],
  ] as const) {
    await page.goto(address);
    await page.getByRole("button", { name: button }).click();
    await expect(page).toHaveURL(/receipt/);
    references.unshift((await page.getByRole("main").locator("code").textContent())!);
  }
  await page.goto("/user/statement");
  for (const [at, reference] of references.entries()) {
    await expect(rows(page).nth(at)).toContainText("Failed");
    await expect(rows(page).nth(at).getByRole("link", { name: reference })).toHaveAttribute(
      "href",
      `/user/receipt/${reference}`,
    );
  }
});

test("a page shows ten movements, and each page has its URL", async ({ page, member, product }) => {
  const { username } = await member.signIn();
  for (let count = 1; count <= 43; count += 1) await product.desk.bankTransfer(username, 100_00 + count);
  await page.goto("/user/statement");
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText("100.43");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByRole("link")).toHaveText(["2", ""]);
  await pages.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL("/user/statement?page=2");
  await expect(rows(page).first()).toContainText("100.33");
  await page.goto("/user/statement?page=4");
  await expect(pages.getByText(/^\d$/)).toHaveText(["1", "2", "3", "4", "5"]);
  await expect(page.getByText("Page 4 of 5")).toBeVisible();
  await page.goto("/user/statement?page=5");
  await expect(rows(page)).toHaveCount(3);
  await expect(pages.getByText(/^\d$/)).toHaveText(["2", "3", "4", "5"]);
  await expect(pages.getByRole("link", { name: "Next page" })).toHaveCount(0);
});

test("an invalid page number shows the first page, and one beyond the end links to the last", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  for (let count = 1; count <= 12; count += 1) await product.desk.bankTransfer(username, 100_00 + count);
  for (const text of ["0", "-1", "abc", "1.5", "1e3", ""]) {
    expect((await page.goto(`/user/statement?page=${text}`))?.status()).toBe(200);
    await expect(rows(page).first()).toContainText("100.12");
  }
  await page.goto("/user/statement?page=99");
  await page.getByRole("link", { name: "Go to the last page" }).click();
  await expect(page).toHaveURL("/user/statement?page=2");
  await expect(rows(page)).toHaveCount(2);
});

for (const [at, kind] of (["html-502", "wrong-schema"] as const).entries())
  test(
    `if the statement cannot be loaded (${kind}), the page says so and offers to try again`,
    variant(at),
    async ({ page, member, product }) => {
      const { username } = await member.signIn();
      await product.desk.fault({ call: "listStatements", kind, times: 0, phone: username });
      expect((await page.goto("/user/statement?page=2"))?.status()).toBe(503);
      await expect(page).toHaveTitle(/^Error: Statement · /);
      await expect(page.getByRole("heading", { level: 1, name: "Statement" })).toBeVisible();
      await expect(page.getByRole("alert")).toContainText("We could not load your statement");
      await expect(page.getByRole("alert")).toBeFocused();
      await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/user/statement?page=2");
      await expect(page.getByRole("link", { name: "Contact support" })).toBeVisible();
    },
  );

test("the end of a bonus says that its amount is a balance", async ({ page, member, product }) => {
  const { username } = await member.signIn({ wallet: 100_00 });
  await product.desk.giveBonus(username, 50_00);
  await product.desk.endBonus(username);
  await page.goto("/user/statement");
  await expect(rows(page).first()).toContainText(/^Bonus ended.*your total at that time; no money moved.*฿150\.00/);
});
