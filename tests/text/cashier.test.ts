/** Tests of the cashier in text browsers, without scripts and styles, over TLS. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nginxPort, startNginx, type Nginx } from "../support/nginx";
import { startProduct, type Product } from "../support/product";
import type { Account } from "../support/desk";
import { TEXT_BROWSERS, type TextBrowser } from "./browsers";

let product: Product;
let nginx: Nginx;
/** File with the certificate, which w3m checks; the others accept any. */
let ca: string;
const folder = mkdtempSync(join(tmpdir(), "wallet-text-"));

beforeAll(async () => {
  const port = await nginxPort();
  const env = { PUBLIC_ORIGIN: `https://localhost:${port}`, TRUST_PROXY: "1" };
  product = await startProduct({ market: "th", env });
  const container = Number(new URL(product.url).port);
  nginx = await startNginx(port, [container, container]);
  ca = join(folder, "ca.pem");
  writeFileSync(ca, nginx.ca);
}, 60_000);
afterAll(async () => {
  await nginx?.stop();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const UPLOADING = { w3m: TEXT_BROWSERS.w3m };

/** Chooses English. Returns a function that opens pages. */
async function chooseEnglish(browser: TextBrowser) {
  const open = async (path: string, shows: string) => {
    await browser.open(nginx.origin + path);
    await browser.see(shows);
  };
  // On pages with a form, the language buttons use attributes that these browsers do not support.
  await open("/terminated", "@kram");
  await browser.press("English");
  await browser.seeAnew("This service is closed");
  return open;
}

/** Signs in, in English. Returns a function that opens pages. */
async function signIn(browser: TextBrowser, { username, password }: Pick<Account, "username" | "password">) {
  const open = await chooseEnglish(browser);
  await open("/login", "Phone number");
  await browser.fill("Phone number", username);
  await browser.fill("Password", password);
  await browser.press("Log in");
  await browser.see("Total in all accounts");
  return open;
}

/** A test that is tried again needs another number. */
let registered = 0;

describe.each(Object.entries(TEXT_BROWSERS))("in %s", (name, start) => {
  test("a guest signs up, signs in and changes the profile", async () => {
    const username = `08155577${10 + registered++}`;
    const password = "three-quiet-rivers";
    const browser = await start(nginx.origin, ca);
    try {
      const open = await chooseEnglish(browser);
      await open("/register", "Start with your phone number");
      await browser.fill("Phone number", username);
      await browser.press("Send OTP code");
      await browser.see("Enter the code from the SMS");
      await browser.fill("Sent to", await product.desk.otp(username));
      await browser.press("Confirm the code");
      await browser.see("Your name and a password");
      await browser.fill("What we may call you", "Text Member");
      await browser.fill("Password", password);
      await browser.fill("Confirm password", password);
      await browser.press("Next");
      await browser.see("Your bank account");
      await browser.chooseNext("Kasikornbank and Krungthai are the fastest");
      await browser.fill("First name", "TEXT");
      await browser.fill("Last name", "MEMBER");
      await browser.fill("Account number", username);
      await browser.check("I am at least");
      await browser.press("Register");
      // This page goes on to the login page by itself, after two seconds.
      await browser.terminal.until("success", (screen) => /You are registered|One wallet for the money/.test(screen));

      // The page knows the phone number from the registration.
      await open("/login", username);
      await browser.fill("Password", password);
      await browser.press("Log in");
      await browser.see("Total in all accounts");
      await open("/user/profile/edit", "Display name");
      // Most of them type after the name that is there.
      await browser.fill("Display name", "Text Member II");
      await browser.press("Check the changes");
      await browser.see("Nothing has been sent yet");
      await browser.press("Save the new details");
      await browser.see("Saved. These are your details now.");
      await browser.see("Text Member II");
    } finally {
      await browser.terminal.close();
    }
  });

  test("a member signs in, transfers and withdraws money, and reads the statement", async () => {
    const account = await product.desk.createMember({ wallet: 1_000_00, games: { PG: 0 } });
    const { username } = account;
    const browser = await start(nginx.origin, ca);
    try {
      const open = await signIn(browser, account);

      await open("/user/transfer?to=PG", "Main wallet");
      await browser.fill("Amount", "100");
      await browser.press("Transfer");
      await browser.see("Transferred");

      await open("/user/withdraw", "Amount to withdraw");
      await browser.fill("Amount to withdraw", "300");
      await browser.press("Check the withdrawal");
      await browser.see("Withdraw to this account?");
      await browser.press("Withdraw ฿300.00");
      await browser.see("Withdrawal request sent");

      await open("/user/deposit/truewallet", "Amount to transfer");
      await browser.fill("Amount to transfer", "120");
      await browser.press("Announce the deposit");
      await browser.see("Transfer ฿120.00 to this wallet");

      await open("/user/deposit/qr/KBANK", "Or type an amount");
      await browser.fill("Or type an amount", "150");
      await browser.press("Create QR");
      await browser.see("Scan to deposit");
      await product.desk.payQr(username);

      await open("/user/contact", "Version 1.1.14");
      await open("/user/statement", "Deposit from Kasikornbank");
      expect((await product.desk.statement(username)).rows.map(({ type, amount }) => [type, amount])).toEqual([
        ["deposit", 150_00],
        ["deposit", 120_00],
        ["withdraw", 300_00],
        ["transfer", 100_00],
        ["transfer", 100_00],
      ]);
    } finally {
      await browser.terminal.close();
    }
  });
});

describe.each(Object.entries(UPLOADING))("in %s, which supports uploads", (_name, start) => {
  test("a member uploads a slip and gets the deposit", async () => {
    const account = await product.desk.createMember();
    const { png } = await product.desk.makeSlip({ phone: account.username, amount: 345_50 });
    const browser = await start(nginx.origin, ca);
    try {
      writeFileSync(join(folder, "slip.png"), Buffer.from(png, "base64"));
      const open = await signIn(browser, account);
      await open("/user/slips?send=1", "No slip has been sent yet.");
      await browser.fill("Choose the picture of the slip", join(folder, "slip.png"));
      await browser.press("Send slip");
      await browser.see("Slip sent. It is being checked.");
      await product.desk.readSlips(account.username);
      expect(await product.desk.balances(account.username)).toMatchObject({ wallet: 345_50 });
    } finally {
      await browser.terminal.close();
    }
  });
});
