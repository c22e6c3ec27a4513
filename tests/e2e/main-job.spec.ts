import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";

const PASSWORD = "four quiet words here";

/** What differs between the markets: the phone, the bank, and how a new member deposits. */
const MARKETS = {
  th: {
    phone: () => `081${randomInt(2_000_000, 9_999_999)}`,
    bank: "KBANK",
    deposit: 1_000_00,
    transfer: "300",
    back: "100",
    withdraw: "500",
  },
  la: {
    phone: () => `205${randomInt(2_000_000, 9_999_999)}`,
    bank: "BCEL",
    deposit: 500_000_00,
    transfer: "30000",
    back: "10000",
    withdraw: "60000",
  },
};

/** Waiting pages reload themselves, which takes time. */
const LATER = { timeout: 40_000 };

const press = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("button", { name }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name });

test("from registration to a paid withdrawal @main", async ({ page, product, axe }) => {
  test.slow();
  const { desk, market } = product;
  const { phone: newPhone, bank, deposit, transfer, back, withdraw } = MARKETS[market];
  const phone = newPhone();
  const main = page.getByRole("main");

  await test.step("registers", async () => {
    await page.goto("/register");
    await page.getByLabel("Phone number").fill(phone);
    await press(page, "Send OTP code");
    await page.getByLabel("OTP code").fill(await desk.otp(phone));
    await press(page, "Confirm the code");
    await page.getByLabel("What we may call you").fill("Somchai");
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
    await page.getByRole("textbox", { name: "Confirm password" }).fill(PASSWORD);
    await press(page, "Next");
    await page.getByRole("combobox", { name: "Bank" }).selectOption(bank);
    await page.getByLabel("First name").fill("Somchai");
    await page.getByLabel("Last name").fill("Jaidee");
    await page.getByLabel("Account number").fill(String(randomInt(1_000_000_000, 9_999_999_999)));
    await page.getByRole("checkbox").check();
    await press(page, "Register");
    await expect(heading(page, "You are registered")).toBeVisible();
  });

  await test.step("logs in and sees an empty wallet", async () => {
    await expect(page).toHaveURL("/login");
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await press(page, "Log in");
    await expect(page).toHaveURL("/user/home");
    await expect(main).toContainText("Somchai");
    expect((await desk.balances(phone)).wallet).toBe(0);
    await axe();
  });

  await test.step("deposits", async () => {
    await page.goto("/user/deposit");
    if (market === "th") {
      await page.getByRole("link", { name: "QR", exact: true }).click();
      await page.getByRole("link", { name: "QR Kasikornbank" }).click();
      await press(page, "1,000");
      await expect(page.getByRole("img", { name: "QR code to pay ฿1,000.00" })).toBeVisible();
      await desk.payQr(phone);
      await expect(heading(page, "Deposit arrived")).toBeVisible(LATER);
      await page.getByRole("link", { name: "Back to home" }).click();
    } else {
      await expect(main).toContainText("SOMCHAI JAIDEE");
      await desk.bankTransfer(phone, deposit);
      await page.goto("/user/home");
    }
    expect((await desk.balances(phone)).wallet).toBe(deposit);
    await expect(main).toContainText(`${(deposit / 100).toLocaleString("en")}.00`);
  });

  await test.step("opens a game account", async () => {
    await main.locator('a[href="/user/games/PG/open"]').click();
    await axe();
    await press(page, "Open account");
    await expect(page).toHaveURL("/user/games/PG");
  });

  await test.step("moves money into the game and back", async () => {
    await page.getByLabel("Transfer into the game", { exact: true }).fill(transfer);
    await press(page, "Transfer only");
    await expect(heading(page, "Transferred")).toBeVisible();
    await page.goto(`/user/transfer?from=PG&to=wallet&amount=${back}`);
    await press(page, /^Transfer/);
    await expect(heading(page, "Transferred")).toBeVisible();
    const inGame = (Number(transfer) - Number(back)) * 100;
    expect(await desk.balances(phone)).toMatchObject({ wallet: deposit - inGame, PG: inGame });
  });

  await test.step("withdraws", async () => {
    await page.goto("/user/withdraw");
    await page.getByLabel("Amount to withdraw").fill(withdraw);
    await press(page, "Check the withdrawal");
    await press(page, /^Withdraw .\d/);
    await expect(heading(page, "Withdrawal request sent")).toBeVisible();
    await desk.settle(phone);
    await page.reload();
    await expect(heading(page, "Withdrawal paid")).toBeVisible();
  });

  await test.step("reads the statement", async () => {
    await page.getByRole("link", { name: "See the statement" }).click();
    const rows = main.getByRole("listitem");
    await expect(rows.first()).toContainText(/^Withdrawal to .+−.+Success$/);
    await expect(rows.last()).toContainText(/^Deposit from .+\+.+Success$/);
    await axe();
    const { wallet } = await desk.balances(phone);
    expect(wallet).toBe(deposit - Number(withdraw) * 100);
    expect((await desk.trialBalance()).exact).toBe(true);
  });
});
