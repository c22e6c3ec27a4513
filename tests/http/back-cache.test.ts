/** What Back shows in a browser that keeps whole pages, as browsers do outside tests. */
import { chromium, type Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium, TEST_ARGS } from "../support/browser";
import { startProduct, type Product } from "../support/product";

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await startProduct();
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: TEST_ARGS,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test.each([true, false])(
  "Back does not bring a revealed game password to light again (with scripts: %s)",
  { timeout: 120_000 },
  async (javaScriptEnabled) => {
    const { username, password } = await product.desk.createMember({ games: { PG: 0 } });
    const page = await browser.newPage({ javaScriptEnabled, baseURL: product.url });
    await page.goto("/login");
    await page.locator("input[name=username]").fill(username);
    await page.locator("input[name=password]").fill(password);
    await page.locator("input[name=password]").press("Enter");
    await page.waitForURL("**/user/home");
    await page.goto("/user/games/PG");
    await page.locator('[formaction$="/credentials"]').click();
    await page.locator("[data-reveal]").click();
    const shown = page.locator("#password");
    await expect.poll(() => shown.getAttribute("type")).toBe("text");
    const secret = await shown.inputValue();
    await page.locator('.sheet-foot a[href="/user/games/PG"]').click();
    await page.waitForURL("**/user/games/PG");
    await page.goBack({ waitUntil: "commit" });
    // Loaded again, the address leads to the game.
    await page.waitForURL("**/user/games/PG");
    expect(await page.content()).not.toContain(secret);
    await page.close();
  },
);
