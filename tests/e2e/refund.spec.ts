import type { Page } from "@playwright/test";
import { expect, test, variant } from "../support/fixtures";

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });
const toReceive = (page: Page) => page.getByRole("link", { name: "Receive the refund" });
const closed = (page: Page) => page.getByRole("button", { name: "Receive the refund" });
const confirm = (page: Page) => page.getByRole("button", { name: /^Receive .\d/ });

test("a tenth of last week's losses is refunded, after its two percentages are told in money @main", async ({
  page,
  member,
  product,
  axe,
}) => {
  const lak = product.market === "la";
  const [wallet, lost] = lak ? [400_000_00, 1_000_000_00] : [500_00, 1_000_00];
  const [refund, after, won, ended] = lak
    ? ["100,000.00", "500,000.00", "1,000,000.00", "25,000.00"]
    : ["100.00", "600.00", "1,200.00", "30.00"];
  const { username } = await member.signIn({ wallet });
  await product.desk.loseLastWeek(username, lost);
  await page.goto("/user/refund");
  await expect(page.getByRole("region", { name: "Refund to receive" })).toContainText(refund);
  await expect(main(page)).toContainText("10%");
  await expect(main(page).getByText("200%")).toBeVisible();
  await axe();
  await toReceive(page).click();
  for (const amount of [refund, after, won, ended]) await expect(main(page)).toContainText(amount);
  await axe();
  await confirm(page).click();
  await expect(heading(page, "Refund received")).toBeVisible();
  await page.reload();
  await page.goto("/user/refund");
  await expect(closed(page)).toBeDisabled();
  await expect(main(page)).toContainText("You still hold a bonus.");
  expect(await member.balances()).toMatchObject({ wallet: wallet + lost / 10 });
  await product.desk.endBonus(username);
  await page.reload();
  await expect(main(page)).toContainText("There is no refund to receive yet.");
  await expect(page.getByRole("table", { name: "Refunds received" }).locator("tbody tr")).toHaveCount(1);
});

test("a refund without percentages has no conditions, and no bonus is held after it", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn({ wallet: 100_00 });
  await product.desk.switches({ refundSuccess: 0, refundFail: 0 });
  await product.desk.loseLastWeek(username, 500_00);
  await product.desk.resetCalls();
  await page.goto("/user/refund/receive");
  await expect(main(page)).toContainText("It has no conditions");
  await confirm(page).dblclick();
  await expect(heading(page, "Refund received")).toBeVisible();
  expect((await product.desk.calls("addRefundToWallet")).received).toBe(1);
  expect((await product.desk.calls("receiveRefund")).received).toBe(0);
  expect(await member.balances()).toMatchObject({ wallet: 150_00 });
  await page.goto("/user/withdraw");
  await expect(page.getByLabel("Amount to withdraw")).toBeVisible();
});

test("while a bonus is held the refund waits, and the page leads to the bonus", async ({
  page,
  member,
  product,
  axe,
}) => {
  const { username } = await member.signIn();
  await product.desk.loseLastWeek(username, 500_00);
  await product.desk.giveBonus(username, 10_00);
  await page.goto("/user/refund");
  await expect(closed(page)).toBeDisabled();
  await expect(closed(page)).toHaveAccessibleDescription(/You still hold a bonus/);
  await expect(page.getByRole("link", { name: "See my bonus" })).toBeVisible();
  await axe();
  await page.goto("/user/refund/receive");
  await expect(page).toHaveURL("/user/refund");
});

const REFUSALS = [
  ["REFUND_MINIMUM", "The refund must be above 0 to be received."],
  ["REFUND_CONDITION", "The terms of the refund are not met yet."],
  ["REFUND_INACTIVE", "Refunds are closed at the moment."],
  ["NO_REFUND", "There is no refund to receive yet."],
] as const;

for (const [index, [code, text]] of REFUSALS.entries()) {
  test(
    `${code} is told on the receipt and on the page, and nothing is credited`,
    variant(index),
    async ({ page, member, product }) => {
      const { username } = await member.signIn({ wallet: 100_00 });
      await product.desk.loseLastWeek(username, 500_00);
      await page.goto("/user/refund/receive");
      await member.fault({ call: "receiveRefund", kind: "refuse", code });
      await confirm(page).click();
      await expect(main(page)).toContainText(text);
      await expect(main(page)).toContainText("The refund was not received");
      await page.goto("/user/refund");
      await expect(main(page)).toContainText(text);
      expect(await member.balances()).toMatchObject({ wallet: 100_00 });
    },
  );
}

test("when the operator says that it cannot be received, the page claims no more than it knows", async ({
  page,
  member,
  product,
}) => {
  const { username } = await member.signIn();
  await product.desk.loseLastWeek(username, 500_00);
  for (const hindrance of [{ refundMet: false }, { refundMet: true, refundActive: false }]) {
    await product.desk.switches(hindrance);
    await page.goto("/user/refund");
    await expect(closed(page)).toBeDisabled();
    await expect(main(page)).toContainText("its terms are not met yet, or refunds are closed at the moment");
  }
});

test("ten refunds fill a page, each with the sum up to it", async ({ page, member, product, axe }) => {
  const { username } = await member.signIn();
  for (let week = 1; week <= 12; week += 1)
    await product.desk.giveBonus(username, week * 10_00, { kind: "refund", success: 0, fail: 0 });
  await page.goto("/user/refund");
  const rows = page.getByRole("table").locator("tbody tr");
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText("780.00");
  await expect(rows.first()).toContainText("120.00");
  await axe();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("10.00");
});

test("banners stand above the page", async ({ page, member, product }) => {
  await member.signIn();
  await product.desk.switches({ refundBanners: true });
  await page.goto("/user/refund");
  const banners = page.getByRole("region", { name: "Announcements" });
  await expect(banners).toContainText("คืนยอดเสียทุกวันจันทร์");
  await expect(banners.getByRole("navigation")).toHaveCount(0);
});

test("if nothing can be read, the page says that the money is safe and how to go on", async ({ page, member }) => {
  await member.signIn();
  await member.fault({ call: "checkRefund", kind: "error", times: 0 });
  await page.goto("/user/refund");
  await expect(page).toHaveTitle(/^Error: Refund/);
  await expect(page.getByRole("alert")).toContainText("Your money is safe");
  await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
});
