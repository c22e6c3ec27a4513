import i18next from "i18next";
import type { Locale } from "../server/config/config";
import locales, { type Texts } from "../locales";
import { readMessage } from "./lib/message";

/** Every text of the product: `capability:key`, checked against the English table. */
export type TextKey = { [N in keyof Texts]: `${N & string}:${keyof Texts[N] & string}` }[keyof Texts];

/** The translator of one language. */
export type Translate = (key: TextKey, params?: Record<string, string | number>) => string;

const options = { keySeparator: false as const, interpolation: { escapeValue: false }, returnNull: false as const };
const instance = i18next.createInstance();
void instance.init({
  ...options,
  initImmediate: false,
  fallbackLng: "en",
  ns: Object.keys(locales.en),
  defaultNS: "common",
  resources: locales,
});

const translators: Record<Locale, Translate> = {
  th: instance.getFixedT("th") as Translate,
  la: instance.getFixedT("la") as Translate,
  en: instance.getFixedT("en") as Translate,
};

/** The shared translator of a language; none is ever made per request. */
export const translator = (locale: Locale) => translators[locale];

/** A message of a loader or action in the language of `t`; a text that is no key stands as it is. */
export function translateMessage(t: Translate, text: string): string {
  const { key, params } = readMessage(text);
  return /^[a-zA-Z]+:\w/.test(key) ? t(key as TextKey, params) : text;
}

/** BCP 47: the product's code `la` is Latin there, Lao is `lo`. */
export const htmlLang = (locale: Locale) => (locale === "la" ? "lo" : locale);

export const LOCALE_NAMES: Record<Locale, string> = { th: "ไทย", la: "ລາວ", en: "English" };
