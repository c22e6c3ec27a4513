/** The drawn words on pictures of QR codes belong to the texts of today. */
import { expect, test } from "vitest";
import { translator } from "../../app/i18n";
import { WORD_TEXTS, wordOf, type WordName } from "../../server/codes/picture-words";
import drawn from "../../server/codes/picture-words.json" with { type: "json" };

const NAMES = Object.keys(WORD_TEXTS) as WordName[];

test.each(["th", "la", "en"] as const)("every word in %s is drawn from its text (npm run picture-words)", (locale) => {
  const texts = NAMES.map((name) => drawn[locale][name].text);
  expect(texts).toEqual(NAMES.map((name) => translator(locale)(WORD_TEXTS[name])));
});

test.each(["th", "la", "en"] as const)("every word in %s has ink and fits on a picture", (locale) => {
  for (const name of NAMES) {
    const { width, height, isBlack } = wordOf(name, locale);
    let ink = 0;
    for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) ink += isBlack(x, y) ? 1 : 0;
    expect(ink / (width * height), name).toBeGreaterThan(0.05);
    expect(width, name).toBeLessThan(660);
  }
});
