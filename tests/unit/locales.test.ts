import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ERROR_CODES, errorText } from "../../server/operator/errors";
import { sources } from "../support/sources";

const LANGUAGES = ["th", "la", "en"] as const;
type Language = (typeof LANGUAGES)[number];

const folder = (language: Language) => new URL(`../../locales/${language}/`, import.meta.url);
const files = (language: Language) => readdirSync(folder(language)).sort();

/** The texts of a language by `namespace:key`. */
function texts(language: Language): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (prefix: string, value: unknown) => {
    if (typeof value === "string") found.set(prefix, value);
    else for (const [key, child] of Object.entries(value as object)) walk(`${prefix}.${key}`, child);
  };
  for (const file of files(language)) {
    const table = JSON.parse(readFileSync(new URL(file, folder(language)), "utf8")) as Record<string, unknown>;
    for (const [key, value] of Object.entries(table)) walk(`${file.replace(".json", "")}:${key}`, value);
  }
  return found;
}

const all = Object.fromEntries(LANGUAGES.map((language) => [language, texts(language)])) as Record<
  Language,
  Map<string, string>
>;
/** The source code of app and server. */
const source = sources("app", "server")
  .map(({ text }) => text)
  .join("\n");

const CODE_TEXTS = new Set(Object.keys(ERROR_CODES).map(errorText));

/** Prefixes of keys that the source completes, like `qr:name`. */
const beginnings = [...source.matchAll(/`(\w+:\w+)\$\{/g)].map(([, start = ""]) => start);

/** Whether the source uses a text: by its key, by a prefix of its key, or through a table of the server. */
function isUsed(key: string): boolean {
  const [namespace, name = ""] = key.split(":");
  if (namespace === "server") {
    return source.includes(`texts.${name}`) || source.includes(`page: "${name.replace(/(Title|Body)$/, "")}"`);
  }
  if (namespace === "errors" && CODE_TEXTS.has(key)) return true;
  return source.includes(`"${key}"`) || beginnings.some((start) => key.startsWith(start));
}

/** Other words for things that have one name in each language, and words that no bank would use. */
const AVOIDED = {
  th: /ใส่|กระเป๋า(?!เงิน)|เคลื่อนไหว|เลขบัญชี|โปรโมชัน|เลขอ้างอิง|ใบรายการ|เกิดขึ้น|ชวนเพื่อน|ทรูวอลเล็ท/,
  la: /ໃສ່|ກະເປົາ(?!ເງິນ)|ເຄື່ອນໄຫວ(?!ບັນຊີ)|ເລກອ້າງອີງ|ໃບລາຍການ|ເກີດຂຶ້ນ|ຊວນໝູ່|ທຣູວໍເລັດ|ທຣູມັນນີ່|ຖ້າຫາກ່ອນ/,
};

/** The words for a transfer from bank to bank. */
const BANK_TRANSFER = /โอน|ໂອນ/;
const MOVES_TO_GAMES = /^(transfer:|receipt:transfer|statement:transfer|statement:summaryHelp|common:navTransfer)/;

const params = (text: string) => [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map(([, name]) => name).sort();

/** Entries of a language whose text breaks a rule, as `key: text`. */
const offences = (language: Language, breaks: (text: string, key: string) => boolean) =>
  [...all[language]].filter(([key, text]) => breaks(text, key)).map(([key, text]) => `${key}: ${text}`);

/** Names that are in Latin letters in every language. */
const NAMES =
  /\b(True ?Wallet|PromptPay|Windows|Android|iPhone|Chrome|Safari|Facebook|Telegram|WhatsApp|Line|Cookie|Login)\b/gi;

/** Three Latin words in a row count as an untranslated sentence. */
function looksEnglish(text: string): boolean {
  const plain = text.replace(/\{\{[^}]*\}\}|<[^>]*>|https?:\S+/g, " ").replace(NAMES, " ");
  return (plain.match(/\b[A-Za-z][a-z]{3,}\b/g) ?? []).length >= 3;
}

describe("languages", () => {
  test.each(["th", "la"] as const)("%s has the same keys as English", (language) => {
    expect(files(language)).toEqual(files("en"));
    expect([...all[language].keys()].sort()).toEqual([...all.en.keys()].sort());
  });

  test("every text is used", () => {
    expect([...all.en.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  test.each(["th", "la"] as const)("%s has the same parameters as English in every text", (language) => {
    const differ = offences(language, (text, key) => {
      const english = all.en.get(key);
      return english !== undefined && params(text).join() !== params(english).join();
    });
    expect(differ).toEqual([]);
  });

  test.each(LANGUAGES)("%s has no empty text and no superfluous spaces", (language) => {
    expect(offences(language, (text) => text.trim() === "" || text !== text.trim() || /[^\n] {2}/.test(text))).toEqual(
      [],
    );
  });

  test.each(LANGUAGES)("%s uses only its own script", (language) => {
    const foreign = { th: /\p{Script=Lao}/u, la: /\p{Script=Thai}/u, en: /[\p{Script=Thai}\p{Script=Lao}]/u }[language];
    expect(offences(language, (text) => foreign.test(text))).toEqual([]);
  });

  test.each(["th", "la"] as const)("%s has no English sentences", (language) => {
    expect(offences(language, looksEnglish)).toEqual([]);
  });

  test.each(["th", "la"] as const)("%s has one word for each thing", (language) => {
    expect(offences(language, (text) => AVOIDED[language].test(text))).toEqual([]);
  });

  test.each(["th", "la"] as const)("%s does not call a move between wallet and games a bank transfer", (language) => {
    expect(offences(language, (text, key) => MOVES_TO_GAMES.test(key) && BANK_TRANSFER.test(text))).toEqual([]);
  });

  test("what is unfinished is not called failed", () => {
    expect(all.th.get("receipt:openBanner")).not.toContain(all.th.get("common:failed"));
    expect(all.la.get("receipt:openBanner")).not.toMatch(/ບໍ່ສຳເລັດ/);
  });

  test("names are not mistaken for English sentences", () => {
    expect(looksEnglish("Please enter your amount")).toBe(true);
    expect(looksEnglish("โอนเข้า TrueWallet ผ่าน PromptPay ของ KBANK")).toBe(false);
  });

  test.each(LANGUAGES)("%s has only composed and visible characters", (language) => {
    expect(
      offences(language, (text) => text !== text.normalize("NFC") || /[\u200b-\u200f\u2028-\u202e\ufeff]/.test(text)),
    ).toEqual([]);
  });
});
