/**
 * With its critical styles, a page looks the same as with the whole stylesheet: checked in a real browser, in many
 * states.
 */
import { chromium, type Browser, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, LIGHT, TEST_ARGS } from "../support/browser";
import { lookOf, oddStates } from "../support/odd-states";
import { builtPages } from "../support/pages";
import { startProduct, type Product } from "../support/product";
import { Visitor, type Answer } from "../support/visitor";
import { walk } from "../support/walk";
import { assetsOf } from "../support/weight";
import { missingRules } from "./page-styles";

const pages = new Map<string, Answer>();
let product: Product;
let browser: Browser;
let sheet: string;

const remember = async (page: Answer) => {
  if (page.headers["content-type"]?.startsWith("text/html")) pages.set(lookOf(page.text), page);
};

beforeAll(async () => {
  product = await startProduct();
  await walk(product, { patterns: await builtPages(), language: "th", phone: "0815550009" }, remember);
  await oddStates(product, remember);
  const visitor = new Visitor(product.url);
  sheet = (await visitor.get(assetsOf((await visitor.get("/login")).text).sheet)).text;
  browser = await chromium.launch({ executablePath: findChromium(LIGHT), args: TEST_ARGS });
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** What differs from the whole stylesheet, as `tag.class property: value`. */
const differences = (page: Page, whole: string) =>
  page.evaluate((whole) => {
    const style = document.querySelector<HTMLStyleElement>("head style")!;
    const own = style.textContent;
    const parts = [...document.querySelectorAll("html, body, body :not(svg *)")].flatMap((element) =>
      [null, "::before", "::after"].map((part) => ({ element, part })),
    );
    const properties = new Set<string>();
    const look = (css: string) => {
      style.textContent = css;
      for (const rule of style.sheet!.cssRules)
        if (rule instanceof CSSStyleRule) for (const name of rule.style) properties.add(name);
      return parts.map(({ element, part }) => {
        const computed = getComputedStyle(element, part);
        return [...properties].map((name) => (name.startsWith("--") ? "" : computed.getPropertyValue(name)));
      });
    };
    const later = look(whole);
    return look(own!).flatMap((values, index) =>
      [...properties].flatMap((name, at) => {
        const { element, part } = parts[index]!;
        const same = values[at] === later[index]![at];
        return same ? [] : [`${element.localName}.${element.className}${part ?? ""} ${name}: ${values[at]}`];
      }),
    );
  }, whole);

describe("critical styles", () => {
  test("many pages are checked, and each has styles of its own", () => {
    expect(pages.size).toBeGreaterThan(45);
    for (const { text } of pages.values()) expect(/<style[^>]*>([^]*?)<\/style>/.exec(text)?.[1]).not.toBe(sheet);
  });

  test.each([
    ["has every rule that matches", missingRules],
    ["looks the same with the whole stylesheet", differences],
  ])("a page %s", { timeout: 120_000 }, async (_, look) => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
    const faults: Record<string, string[]> = {};
    for (const { path, status, text } of pages.values()) {
      await page.setContent(text.replace(/<script\b[^]*?<\/script>|<link[^>]*>|<noscript>[^]*?<\/noscript>/g, ""));
      const found = await look(page, sheet);
      if (found.length > 0) faults[`${path} ${status}`] = found.slice(0, 5);
    }
    await page.close();
    expect(faults).toEqual({});
  });

  test("no page uses styles that the build did not expect", () =>
    expect(product.output()).not.toContain("its styles know"));
});
