import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Locale } from "../server/config/config";
import locales, { type Texts } from "../locales";
import { readMessage } from "./lib/message";

/** The key of a text, `capability:key`, checked against the English texts. */
export type TextKey = { [N in keyof Texts]: `${N & string}:${keyof Texts[N] & string}` }[keyof Texts];

/** Translates a key to one language. */
export type Translate = (key: TextKey, params?: Record<string, string | number>) => string;

function instanceOf(lng: Locale): i18n {
  const instance = i18next.createInstance().use(initReactI18next);
  void instance.init({
    lng,
    fallbackLng: "en",
    resources: locales,
    ns: Object.keys(locales.en),
    defaultNS: "common",
    keySeparator: false,
    returnNull: false,
    initImmediate: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}

/** One instance for each language, shared by all requests: an instance for each request costs 10 to 20 % of a page. */
export const instances: Record<Locale, i18n> = { th: instanceOf("th"), la: instanceOf("la"), en: instanceOf("en") };

/** The translator of a language, for loaders; components use `useT`. */
export const translator = (locale: Locale) => instances[locale].t as Translate;

/** Translates a message of a loader or action; a text that is not a key is returned unchanged. */
export function translateMessage(t: Translate, text: string): string {
  const { key, params } = readMessage(text);
  return /^[a-zA-Z]+:\w/.test(key) ? t(key as TextKey, params) : text;
}

/** The BCP 47 tag of a language: the product's code for Lao, `la`, is Latin there. */
export const htmlLang = (locale: Locale) => (locale === "la" ? "lo" : locale);

export const LOCALE_NAMES: Record<Locale, string> = { th: "ไทย", la: "ລາວ", en: "English" };
