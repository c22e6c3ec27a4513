/** The main journey in Firefox, another engine than that of the end-to-end tests. */
import { firefox, type Browser, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFirefox } from "../support/browser";
import { startProduct, type Product } from "../support/product";

const found = findFirefox();

// Without Firefox (apt: firefox-esr) this is skipped, but not where everything is to be tested.
describe.skipIf(!found && !process.env.CI)("in Firefox", () => {
  let product: Product;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    product = await startProduct();
    browser = await firefox.launch({ channel: "moz-firefox", executablePath: found });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  async function phone(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await context.addCookies([{ name: "locale", value: "en", url: product.url }]);
    const page = await context.newPage();
    page.on("pageerror", (error) => void faults.push(error.message));
    return page;
  }

  test("a member signs in, deposits, transfers money and reads the statement", async () => {
    const { username, password } = await product.desk.createMember({ wallet: 1_000_00, games: { PG: 0 } });
    const page = await phone();
    const seen = (text: string) => page.getByText(text).first().waitFor({ timeout: 30_000 });
    await page.goto(`${product.url}/login`);
    await page.getByLabel("Phone number").fill(username);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(`${product.url}/user/home`);

    await page.goto(`${product.url}/user/deposit/qr/KBANK`);
    await page.locator("main input[name=amount]").last().fill("150");
    await page.getByRole("button", { name: "Create QR" }).click();
    await seen("Scan to deposit");
    await product.desk.payQr(username);

    await page.goto(`${product.url}/user/transfer?to=PG`);
    await page.getByRole("textbox", { name: "Amount" }).fill("100");
    await page.getByRole("button", { name: /^Transfer/ }).click();
    await seen("Transferred");

    await page.goto(`${product.url}/user/statement`);
    await seen("Deposit from Kasikornbank");
    expect(await product.desk.balances(username)).toMatchObject({ wallet: 1_050_00, PG: 100_00 });
    expect(faults).toEqual([]);
  });
});
