/**
 * Draws the words on pictures of QR codes in every language: `npm run picture-words`. The server has no font and no text
 * shaping for Thai and Lao, and the words are few, so a browser draws them once.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { chromium, type Page } from "@playwright/test";
import { PNG } from "pngjs";
import { format, resolveConfig } from "prettier";
import locales from "../locales";
import { WORD_TEXTS, type WordName } from "../server/codes/picture-words";
import { findChromium } from "../tests/support/browser";

const file = fileURLToPath(new URL("../server/codes/picture-words.json", import.meta.url));
const STYLE =
  "position:absolute;margin:0;padding:0 2px;background:#fff;color:#000;font:700 36px/56px 'Noto Sans Thai','Noto Sans Lao','Noto Sans',sans-serif;white-space:nowrap";

async function draw(page: Page, text: string) {
  await page.setContent(`<p style="${STYLE}"></p>`);
  const line = page.locator("p");
  await line.evaluate((node, text) => (node.textContent = text), text);
  const { width, height, data } = PNG.sync.read(await line.screenshot());
  const bits = Buffer.alloc(Math.ceil((width * height) / 8));
  for (let at = 0; at < width * height; at += 1) {
    if (data[at * 4]! < 128) bits[at >> 3]! |= 128 >> (at & 7);
  }
  return { text, width, height, bits: deflateRawSync(bits, { level: 9 }).toString("base64") };
}

const browser = await chromium.launch({ executablePath: findChromium() });
const page = await browser.newPage({ viewport: { width: 800, height: 100 } });
const words: Record<string, Record<string, unknown>> = {};
for (const [locale, { qr }] of Object.entries(locales)) {
  words[locale] = {};
  for (const [name, key] of Object.entries(WORD_TEXTS) as [WordName, string][])
    words[locale][name] = await draw(page, qr[key.replace("qr:", "") as keyof typeof qr]);
}
await browser.close();
const style = await resolveConfig(file);
writeFileSync(file, await format(JSON.stringify(words), { ...style, filepath: file }));
