/** `/_ui` in development: it shows everything that `app/ui` styles, is accessible, and is missing from the build. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Browser, type Page } from "@playwright/test";
import postcss from "postcss";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { criticalStyles } from "../../bin/critical-styles";
import { wordsOfPages } from "../../bin/page-words";
import { findChromium, LIGHT, TEST_ARGS } from "../support/browser";
import { startProduct, type Product } from "../support/product";
import { root } from "../support/root";
import { answered, missingRules } from "./page-styles";

const SCHEMES = ["light", "dark"] as const;

let product: Product;
let browser: Browser;
/** The names of all frames; `""` is the page of components. */
let frames: string[];

/** Opens a page of the kit on a phone. */
async function open(
  query: Record<string, string>,
  { language = "th", colorScheme = "light" as "light" | "dark" } = {},
) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, bypassCSP: true, colorScheme });
  await context.addCookies([{ name: "locale", value: language, url: product.url }]);
  const page = await context.newPage();
  await page.goto(`${product.url}/_ui?${new URLSearchParams(query)}`);
  return page;
}

beforeAll(async () => {
  product = await startProduct({ command: ["--import", "tsx", join(root, "server.ts")], env: { NODE_ENV: "" } });
  browser = await chromium.launch({ executablePath: findChromium(LIGHT), args: TEST_ARGS });
  const page = await open({});
  const links = await page
    .locator('a[href*="frame="]')
    .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
  frames = ["", ...links.map((link) => new URL(link).searchParams.get("frame")!)];
  await page.context().close();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Opens each frame in the same page. */
async function eachFrame(
  look: (page: Page, frame: string) => Promise<void>,
  { language = "th", scheme = "light" as (typeof SCHEMES)[number] } = {},
) {
  const page = await open({}, { language });
  for (const frame of frames) {
    await page.goto(`${product.url}/_ui?${new URLSearchParams({ frame, scheme })}`);
    await look(page, frame);
  }
  await page.context().close();
}

describe("the kit", () => {
  /** Contrast is the same in every language, and the dark scheme differs only in colours. */
  const COLOURS = "color-contrast";
  type Checker = Pick<AxeBuilder, "withRules" | "disableRules">;
  const looks = [
    { language: "th", scheme: "light", narrow: () => {} },
    { language: "th", scheme: "dark", narrow: (axe: Checker) => axe.withRules(COLOURS) },
    { language: "la", scheme: "light", narrow: (axe: Checker) => axe.disableRules(COLOURS) },
    { language: "en", scheme: "light", narrow: (axe: Checker) => axe.disableRules(COLOURS) },
  ] as const;
  test.each(looks)("is accessible: $language, $scheme", { timeout: 180_000 }, async ({ language, scheme, narrow }) => {
    const faults: string[] = [];
    await eachFrame(
      async (page, frame) => {
        // Without legacy mode axe opens another page. Its types belong to its own copy of playwright-core.
        const axe = new AxeBuilder({ page: page as never }).setLegacyMode();
        narrow(axe);
        const { violations } = await axe.analyze();
        for (const { id, nodes } of violations) faults.push(...nodes.map(({ html }) => `${frame} ${id}: ${html}`));
      },
      { language, scheme },
    );
    expect(faults).toEqual([]);
  });

  test("a scheme in the URL looks like the same scheme of the device", async () => {
    const colours = (page: Page) =>
      page.evaluate(() =>
        [...document.querySelectorAll("body, body :not(style)")].map(
          (one) => getComputedStyle(one).color + getComputedStyle(one).backgroundColor,
        ),
      );
    const seen = new Set<string>();
    for (const scheme of SCHEMES) {
      const other = scheme === "dark" ? "light" : "dark";
      const asked = await open({ frame: "sheet", scheme }, { colorScheme: other });
      const device = await open({ frame: "sheet" }, { colorScheme: scheme });
      expect(await colours(asked)).toEqual(await colours(device));
      seen.add((await colours(device)).join());
    }
    expect(seen.size).toBe(2);
  });

  test("shows everything that the stylesheets of components style", { timeout: 120_000 }, async () => {
    const waiting = new Set<string>();
    for (const file of readdirSync(join(root, "app/ui")).filter((name) => name.endsWith(".css"))) {
      postcss.parse(readFileSync(join(root, "app/ui", file), "utf8")).walkRules(({ selectors, parent }) => {
        const isKeyframe = parent?.type === "atrule" && (parent as postcss.AtRule).name === "keyframes";
        if (!isKeyframe) for (const selector of selectors) waiting.add(selector);
      });
    }
    expect(waiting.size).toBeGreaterThan(200);
    await eachFrame(async (page) => {
      for (const selector of await answered(page, [...waiting])) waiting.delete(selector);
    });
    expect([...waiting]).toEqual([]);
  });

  test("critical styles computed from the kit's code are complete", { timeout: 120_000 }, async () => {
    const module = { default: true };
    const routes = { root: { id: "root", module }, kit: { id: "kit/route", parentId: "root", module } };
    const words = (await wordsOfPages(root, routes)).get("kit/route")!;
    const faults: Record<string, string[]> = {};
    await eachFrame(async (page, frame) => {
      const whole = await page.evaluate(() => document.querySelector("head style")!.textContent!);
      const { css } = criticalStyles(whole, words);
      await page.evaluate((own) => (document.querySelector("head style")!.textContent = own), css);
      const missing = await missingRules(page, whole);
      if (missing.length > 0) faults[frame] = missing;
    });
    expect(faults).toEqual({});
  });
});

describe("the built product", () => {
  test("does not contain the kit", () => {
    const build = join(root, "build");
    const files = readdirSync(build, { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile() && !one.name.startsWith("."),
    );
    const told = files.filter(({ parentPath, name }) =>
      /kit\/route|Component kit|_ui\b/.test(readFileSync(join(parentPath, name), "utf8")),
    );
    expect(told.map(({ name }) => name)).toEqual([]);
  });

  test("answers /_ui with 404", async () => {
    const built = await startProduct();
    try {
      expect((await fetch(`${built.url}/_ui`)).status).toBe(404);
    } finally {
      await built.stop();
    }
  });
});
