/** The main journey in the oldest engine whose looks count, with and without scripts. */
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Account } from "../support/desk";
import { startOldChromium } from "../support/old-chromium";
import { startProduct, type Product } from "../support/product";

let product: Product;
let browser: Browser | undefined;

beforeAll(async () => {
  if (process.arch !== "x64") return;
  product = await startProduct({ market: "th" });
  browser = await startOldChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = (page: Page) => page.$eval("main", (element) => element.textContent);

async function submit(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await page.type(`main [name=${name}]`, value);
  const buttons = await page.$$("main form .button[type=submit]");
  await Promise.all([page.waitForNavigation(), buttons.at(-1)!.click()]);
}

async function signIn(page: Page, { username, password }: Account) {
  await page.setCookie({ name: "locale", value: "en", url: product.url });
  await page.goto(`${product.url}/login`);
  await submit(page, { username, password });
  expect(new URL(page.url()).pathname).toBe("/user/home");
}

/** What a page costs on the wire, in bytes, and of it the stylesheet. */
async function visit(page: Page, path: string) {
  await page.goto(product.url + path, { waitUntil: "networkidle0" });
  const loaded = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => ({
      name: entry.name,
      bytes: (entry as PerformanceResourceTiming).transferSize,
    })),
  );
  return {
    bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
    style: loaded.find(({ name }) => name.includes("/assets/styles"))?.bytes,
    isInlined: (await page.$("style")) !== null,
  };
}

/** Words less than three pixels after the icon that stands with them. */
const touching = (page: Page) =>
  page.evaluate(() => {
    const words = (parent: Node): Text[] =>
      [...parent.childNodes].flatMap((child) =>
        child instanceof Text
          ? child
          : child instanceof SVGElement || (child as Element).className === "visually-hidden"
            ? []
            : words(child),
      );
    const isClose = (icon: DOMRect, { left, top, bottom, width }: DOMRect) =>
      width > 1 && top < icon.bottom && icon.top < bottom && left > icon.left && left < icon.right + 3;
    return [...document.querySelectorAll("svg")].flatMap((svg) => {
      const icon = svg.getBoundingClientRect();
      const beside = icon.width === 0 ? [] : words(svg.parentElement!);
      return beside
        .filter((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return text.data.trim() && [...range.getClientRects()].some((rect) => isClose(icon, rect));
        })
        .map(({ data }) => data);
    });
  });

// There is no such engine for other processors.
describe.skipIf(process.arch !== "x64").each([
  ["with scripts", true],
  ["without scripts", false],
])("%s", (_name, hasScripts) => {
  const open = async () => {
    const page = await (await browser!.createIncognitoBrowserContext()).newPage();
    await page.setJavaScriptEnabled(hasScripts);
    return page;
  };

  test("a member signs in, deposits, transfers and withdraws money, and reads the statement", async () => {
    const account = await product.desk.createMember({ wallet: 1_000_00, games: { PG: 0 } });
    const page = await open();
    await signIn(page, account);
    await page.goto(`${product.url}/user/deposit/qr/KBANK`);
    await submit(page, { amount: "150" });
    expect(await main(page)).toContain("Scan to deposit");
    await product.desk.payQr(account.username);
    await page.goto(`${product.url}/user/transfer?to=PG`);
    await submit(page, { amount: "100" });
    expect(await main(page)).toContain("Transferred");
    await page.goto(`${product.url}/user/withdraw/review?amount=300`);
    await submit(page, {});
    expect(await main(page)).toContain("Withdrawal request sent");
    await page.goto(`${product.url}/user/statement`);
    expect(await main(page)).toContain("Withdrawal to Kasikornbank");
    expect(await main(page)).toContain("Deposit from Kasikornbank");
    expect(await product.desk.balances(account.username)).toMatchObject({ wallet: 850_00, PG: 0 });
  });

  test("the guides, the contact page and the closing page are read", async () => {
    const page = await open();
    await page.setCookie({ name: "locale", value: "en", url: product.url });
    await page.goto(`${product.url}/howto/wallet`);
    expect(await main(page)).toContain("Money arrives in the wallet");
    expect(await page.$eval("video", (video) => video.getBoundingClientRect().width)).toBeGreaterThan(300);
    await page.goto(`${product.url}/contact`);
    expect(await main(page)).toContain("LINE: @kram");
    await page.goto(`${product.url}/terminated`);
    expect(await main(page)).toContain("How to get your money");
  });

  test("the second page has the stylesheet from the cache", async () => {
    const page = await open();
    const first = await visit(page, "/login");
    const second = await visit(page, "/register");
    expect(first.isInlined).toBe(true);
    expect(second).toMatchObject({ isInlined: false, style: 0 });
    expect(second.bytes).toBeLessThan(first.bytes / 2);
  });

  test("bars have their paddings, and icons their distance from words", async () => {
    const page = await open();
    await page.goto(`${product.url}/login`);
    const left = (selector: string) => page.$eval(selector, (element) => element.getBoundingClientRect().left);
    expect(await left(".brand")).toBeGreaterThanOrEqual(16);
    const space = await page.$eval(".check > input", (element) => getComputedStyle(element).marginRight);
    expect(parseFloat(space)).toBeGreaterThan(0);
    const account = await product.desk.createMember({ wallet: 1_000_00, games: { PG: 0 } });
    expect({ path: "/login", touching: await touching(page) }).toEqual({ path: "/login", touching: [] });
    await signIn(page, account);
    for (const path of [
      "home",
      "deposit",
      "deposit/truewallet",
      "transfer",
      "withdraw",
      "slips",
      "statement",
      "contact",
    ]) {
      await page.goto(`${product.url}/user/${path}`);
      expect({ path, touching: await touching(page) }).toEqual({ path, touching: [] });
    }
  });
});
