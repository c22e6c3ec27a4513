import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { keepWordsWhole } from "../../app/ui/whole-words";
import { root } from "./root";

/** All texts of a language, without their parameters. */
export function textsOf(locale: "th" | "la"): string[] {
  const folder = join(root, "locales", locale);
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, string>)
    .flatMap((texts) => Object.values(texts))
    .map((text) => text.replace(/\{\{\w+\}\}/g, "1"));
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/**
 * The lines into which a browser breaks texts, as pages show them.
 * @param width in CSS pixels; at 1 every place where a line may end is used
 */
export async function linesOf(page: Page, texts: readonly string[], lang: "th" | "lo", width: number) {
  const style = ".w{white-space:nowrap}p{font:400 16px sans-serif;margin:0}";
  const paragraphs = texts.map((text) => `<p style="width:${width}px">${escaped(text)}</p>`);
  await page.setContent(
    `<!doctype html><html lang="${lang}"><style>${style}</style>${keepWordsWhole(paragraphs.join(""))}</html>`,
  );
  return page.evaluate(() =>
    [...document.querySelectorAll("p")].map((paragraph) => {
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      const lines: string[] = [];
      let top = -Infinity;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.nodeValue!;
        for (let at = 0; at < text.length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const rect = range.getClientRects()[0];
          const isNext = rect !== undefined && rect.height > 0 && rect.top > top + 8;
          if (isNext || lines.length === 0) lines.push("");
          if (isNext) top = rect.top;
          lines.push(`${lines.pop() ?? ""}${text[at]}`);
        }
      }
      return lines;
    }),
  );
}
