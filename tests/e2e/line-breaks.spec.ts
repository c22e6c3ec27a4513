/** Lines end between words, in every Thai and Lao text, at the widths of the narrowest phones. */
import { compounds } from "../../locales/compounds";
import { expect, test } from "../support/fixtures";
import { linesOf, textsOf } from "../support/line-breaks";

/** The width of a text on a page: what remains of 320 and 360 px beside the edges. */
const WIDTHS = [288, 328];

for (const [locale, lang] of [
  ["th", "th"],
  ["la", "lo"],
] as const) {
  for (const width of WIDTHS) {
    test(`no word of our list is broken: ${locale}, ${width} px`, async ({ page }) => {
      const texts = textsOf(locale);
      const broken = (await linesOf(page, texts, lang, width)).flatMap((lines, at) => {
        const words = compounds[locale].filter((word) => texts[at]!.includes(word));
        return words.some((word) => count(texts[at]!, word) !== count(lines.join("\n"), word)) ? [lines.join("|")] : [];
      });
      expect(broken).toEqual([]);
    });
  }
}

const count = (text: string, word: string) => text.split(word).length;
