/**
 * Prints every place in the Thai and Lao texts where a line may end, to be read by a person: `npm run breaks`. Words that
 * are broken wrongly belong in `locales/compounds.ts`. With `firefox-esr` installed, that browser is asked too.
 */
import { existsSync } from "node:fs";
import { chromium, firefox, type Browser } from "@playwright/test";
import { findChromium, LAUNCH_ARGS } from "../support/browser";
import { linesOf, textsOf } from "../support/line-breaks";

const FIREFOX = "/usr/bin/firefox-esr";
const LANGUAGES = [
  ["th", "th"],
  ["la", "lo"],
] as const;

const browsers: Record<string, Browser> = {
  chromium: await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS }),
};
if (existsSync(FIREFOX)) browsers.firefox = await firefox.launch({ channel: "moz-firefox", executablePath: FIREFOX });

for (const [locale, lang] of LANGUAGES) {
  const texts = textsOf(locale);
  for (const [name, browser] of Object.entries(browsers)) {
    const page = await browser.newPage();
    const lines = await linesOf(page, texts, lang, 1);
    // Runs without spaces, each once.
    const runs = new Set(lines.flatMap((pieces) => pieces.join("|").split(/\s\|?|\|?\s/)));
    for (const run of [...runs].filter((text) => text.includes("|")).sort()) console.log(`${locale} ${name} ${run}`);
    await page.close();
  }
}
await Promise.all(Object.values(browsers).map((browser) => browser.close()));
