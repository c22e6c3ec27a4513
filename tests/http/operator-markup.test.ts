/** In a real browser, without the policy that would stop them, attacks in an operator's HTML do nothing. */
import { chromium, type Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanMarkup } from "../../server/pages/markup";
import { findChromium, LIGHT, TEST_ARGS } from "../support/browser";
import { MARKUP_ATTACKS } from "../support/markup-attacks";

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(LIGHT), args: TEST_ARGS });
});
afterAll(() => browser?.close());

/** Shows each HTML in a page of its own part, and lists what it did there. */
async function shown(htmls: readonly string[]) {
  const page = await browser.newPage();
  let dialogs = 0;
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs += 1;
    return dialog.dismiss();
  });
  await page.route("**", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  const broken: string[] = [];
  for (const html of htmls) {
    await page.setContent(`<main><ul><li><section>${html}</section><i id="end"></i></li></ul></main>`);
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("section *")) {
        one.dispatchEvent(new Event("focus"));
        one.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
        if (!/^(a|button)$/.test(one.localName)) one.dispatchEvent(new MouseEvent("click"));
      }
    });
    const isWhole = await page.evaluate(() => {
      const end = document.querySelector("main > ul > li > section + #end");
      return end !== null && document.querySelectorAll("section, [id], [class], [style], form, svg, math").length === 2;
    });
    if (!isWhole) broken.push(html);
  }
  await page.close();
  return { dialogs, asked, broken };
}

test("clean markup runs nothing, asks no server, and stays in its place", async () => {
  const clean = MARKUP_ATTACKS.map((html) => cleanMarkup(html, []));
  expect(await shown(clean)).toEqual({ dialogs: 0, asked: [], broken: [] });
});

test("the same attacks succeed where nothing is cleaned", async () => {
  const some = MARKUP_ATTACKS.filter((html) =>
    /^<(svg onload|img src=x onerror|details|style|p style|p id|form)/.test(html),
  );
  const { dialogs, broken } = await shown(some);
  expect(dialogs).toBeGreaterThan(2);
  expect(broken.length).toBeGreaterThan(2);
});
