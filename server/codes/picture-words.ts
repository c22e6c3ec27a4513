import { inflateRawSync } from "node:zlib";
import drawn from "./picture-words.json" with { type: "json" };

/** The words on pictures of QR codes, with the keys of their texts. */
export const WORD_TEXTS = { baht: "qr:pictureBaht", expires: "qr:pictureExpires", once: "qr:pictureOnce" } as const;

/** Pixels from the top of a word to its baseline. */
export const WORD_BASELINE = 40;

export type WordName = keyof typeof WORD_TEXTS;

/** A language that they are drawn in. */
export type WordLanguage = keyof typeof drawn;

/** A word as a bitmap. `isBlack` takes pixels from the top left. */
export interface Word {
  width: number;
  height: number;
  isBlack(x: number, y: number): boolean;
}

/** A word in a language, as `npm run picture-words` has drawn it. */
export function wordOf(name: WordName, language: WordLanguage): Word {
  const { width, height, bits } = drawn[language][name];
  const pixels = inflateRawSync(Buffer.from(bits, "base64"));
  return { width, height, isBlack: (x, y) => Boolean(pixels[(y * width + x) >> 3]! & (128 >> ((y * width + x) & 7))) };
}
