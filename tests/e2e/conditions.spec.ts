import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

async function hideAmounts(page: Page) {
  await page.getByRole("button", { name: "Hide amounts" }).click();
  await expect(page.getByRole("button", { name: "Show amounts" })).toBeVisible();
}

test("the terms are one tap away, and appear 200 ms after the page where scripts run @main", async ({
  page,
  member,
  market,
  javaScriptEnabled,
  axe,
}) => {
  await member.signIn();
  await page.goto("/user/home");
  await page.getByRole("link", { name: "Terms", exact: true }).click();
  await expect(page).toHaveURL("/user/conditions");
  const text = page.getByText(market === "th" ? "ถอนเข้าบัญชีที่ลงทะเบียนไว้เท่านั้น" : "ຖອນເຂົ້າບັນຊີທີ່ລົງທະບຽນໄວ້ເທົ່ານັ້ນ");
  await expect(text).toBeVisible();
  await expect(page.getByRole("link", { name: "Terms", exact: true })).toHaveAttribute("aria-current", "page");
  const delay = await page.locator("[data-late]").evaluate((card) => getComputedStyle(card).animationDelay);
  expect(delay).toBe(javaScriptEnabled ? "0.2s" : "0s");
  await axe();
});

test("terms that cannot be read say so in their place, and the menu still works", async ({ page, member, axe }) => {
  await member.signIn();
  await member.fault({ call: "lookupConditions", kind: "error", times: 0 });
  await page.goto("/user/conditions");
  await expect(page.getByRole("heading", { name: "The terms could not be loaded" })).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await axe();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/user/home");
});

test("pages of the menu show the total, with its time unless they have just read it", async ({ page, member }) => {
  await member.signIn({ wallet: 120_50, games: { PG: 30_00 } });
  const total = page.getByRole("banner").getByRole("link", { name: "Total in all accounts" });
  await page.goto("/user/home");
  await expect(total).toHaveCount(0);
  await page.goto("/user/statement");
  await expect(total).toContainText("150.50");
  await page.goto("/user/conditions");
  await expect(total).toContainText(/150\.50.*As of \d\d:\d\d/);
  await total.click();
  await expect(page).toHaveURL("/user/home");
  // Who has hidden the amounts has hidden this one, too.
  await hideAmounts(page);
  await page.goto("/user/conditions");
  await expect(total).toHaveCount(0);
});

test("pages of a task show the main wallet in the head, with its time unless they have just read it", async ({
  page,
  member,
}) => {
  await member.signIn({ wallet: 120_50, games: { PG: 30_00 } });
  const balance = page.getByText("Main wallet ฿120.50");
  await page.goto("/user/withdraw");
  await expect(balance.first()).toHaveText("Main wallet ฿120.50");
  await page.goto("/user/profile/password");
  await expect(balance).toHaveText(/^Main wallet ฿120\.50 As of \d\d:\d\d/);
  await page.goto("/user/home");
  await hideAmounts(page);
  await page.goto("/user/profile/password");
  await expect(page.getByRole("heading", { name: "Change password" })).toBeVisible();
  await expect(balance).toHaveCount(0);
});
