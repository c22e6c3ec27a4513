/** Times and sizes of the specification that only a browser has, with a clock of the test's own. */
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findChromium, LIGHT, TEST_ARGS } from "../support/browser";
import { startProduct, type Product } from "../support/product";

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  browser = await chromium.launch({ executablePath: findChromium(LIGHT), args: TEST_ARGS });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

beforeEach(async () => {
  const { username, password } = await product.desk.createMember({ wallet: 500_00, games: { PG: 0 } });
  context = await browser.newContext({ baseURL: product.url, locale: "en", viewport: { width: 360, height: 900 } });
  page = await context.newPage();
  await page.goto("/login");
  await page.locator("input[name=username]").fill(username);
  await page.locator("input[name=password]").fill(password);
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL("**/user/home");
  await page.locator("[name=locale][value=en]").evaluate((button: HTMLButtonElement) => button.click());
  await page.locator("html[lang=en]").waitFor({ state: "attached" });
  await page.waitForLoadState();
});
afterEach(() => context.close());

/** Stops the page's clock: from here on only the test moves it. */
const stopClock = () => page.clock.pauseAt(Date.now() + 60_000);

test("a toast says what was copied, or that it failed, for 4 s", async () => {
  await page.clock.install();
  await page.goto("/user/deposit");
  await stopClock();
  const toast = page.locator(".toasts .flash");
  for (const [granted, text] of [
    [["clipboard-read", "clipboard-write"], "Copied: "],
    [[], "Failed to copy"],
  ] as const) {
    await context.clearPermissions();
    await context.grantPermissions([...granted]);
    if (granted.length === 0)
      await page.evaluate(() =>
        Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error()) } }),
      );
    await page.locator("[data-copy]").first().dispatchEvent("click");
    await toast.waitFor();
    expect(await toast.textContent()).toContain(text);
    await page.clock.runFor(3_999);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(1);
    expect(await toast.count()).toBe(0);
  }
});

test("a button that waits says so after 200 ms", async () => {
  await page.clock.install();
  await page.goto("/user/transfer?to=PG&amount=1");
  // An answer without content keeps the browser on the page, as one that has not come yet.
  await page.route("**/user/transfer*", (route) => route.fulfill({ status: 204 }));
  await stopClock();
  const button = page.locator("form[method=post] button.button").last();
  const answered = page.waitForResponse("**/user/transfer*");
  await button.evaluate((one: HTMLButtonElement) => one.form!.requestSubmit(one));
  // While a page is on its way, the clock may not move when it is told to.
  await answered;
  await page.clock.runFor(199);
  expect(await button.getAttribute("aria-busy")).toBeNull();
  await page.clock.runFor(1);
  expect(await button.getAttribute("aria-busy")).toBe("true");
});

test("the time of a QR is counted down each second as mm:ss, and the page is loaded again at zero", async () => {
  await page.clock.install();
  await page.goto("/user/deposit/qr/KBANK");
  await page.locator("input[name=amount]").fill("100");
  await page.locator("input[name=amount]").press("Enter");
  const clock = page.locator(".countdown-clock");
  await clock.waitFor();
  await stopClock();
  const left = async () => {
    const [, minutes, seconds] = /^(\d\d):(\d\d)$/.exec((await clock.textContent())!)!;
    return Number(minutes) * 60 + Number(seconds);
  };
  const before = await left();
  await page.clock.runFor(1_000);
  expect(await left()).toBe(before - 1);
  const loaded = page.waitForEvent("load");
  await page.clock.runFor(before * 1_000);
  await loaded;
});

test("the agreement comes 1.5 s after home", async () => {
  await product.desk.switches({ agreements: true });
  await page.goto("/user/home");
  const style = await page.locator("#agreement").evaluate((dialog) => {
    const { animationName, animationDelay, animationFillMode } = getComputedStyle(dialog);
    return { animationName, animationDelay, animationFillMode };
  });
  await product.desk.switches({ agreements: false });
  expect(style).toEqual({ animationName: "agreement", animationDelay: "1.5s", animationFillMode: "backwards" });
});

test("three cards of games are in view, 300 by 211 on a wide window", async () => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/user/home");
    const list = page
      .getByRole("list")
      .filter({ has: page.locator(".game-card") })
      .first();
    const { inView, ratio } = await list.evaluate((carousel) => {
      const right = Math.min(innerWidth, carousel.getBoundingClientRect().right);
      const cards = [...carousel.querySelectorAll(".game-card")].map((card) => card.getBoundingClientRect());
      const { width, height } = cards[0]!;
      return { inView: cards.filter((card) => card.right <= right + 1).length, ratio: width / height };
    });
    expect(inView, `${width} px`).toBe(3);
    if (width > 1000) expect(ratio).toBeCloseTo(300 / 211, 1);
  }
});

test("the wheel is as wide as 85 % of the window, at most 350 px, also after a resize", async () => {
  await page.goto("/user/spin");
  const width = () => page.locator(".wheel").evaluate((wheel) => wheel.getBoundingClientRect().width);
  for (const [window, wheel] of [
    [320, 272],
    [400, 340],
    [800, 350],
  ] as const) {
    await page.setViewportSize({ width: window, height: 1_000 });
    expect(await width()).toBeCloseTo(wheel, 0);
  }
});

test.each([
  ["KBANK", "1", "0"],
  ["WW", "100", "99"],
])("the button of %s waits for %s, and is disabled at %s", async (bank, enough, under) => {
  await page.goto(`/user/deposit/qr/${bank}`);
  const button = page.locator(".sheet-foot button").first();
  for (const [text, ready] of [
    [under, false],
    [enough, true],
    ["", false],
  ] as const) {
    await page.locator("input[name=amount]").fill(text);
    await expect.poll(() => button.isEnabled()).toBe(ready);
  }
});

test("the button that sends a gift link is disabled while the field is empty", async () => {
  await page.goto("/user/deposit/truewallet?by=gift");
  const button = page.locator(".sheet-foot button").first();
  await expect.poll(() => button.isEnabled()).toBe(false);
  await page.locator("[name=link]").fill("a link");
  await expect.poll(() => button.isEnabled()).toBe(true);
});
