import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Locale } from "../server/config/config";
import locales, { type Texts } from "../locales";
import { readMessage } from "./lib/message";

/** Every text of the product: `capability:key`, checked against the English table. */
export type TextKey = { [N in keyof Texts]: `${N & string}:${keyof Texts[N] & string}` }[keyof Texts];

/** The translator of one language. */
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

/** One instance for each language, shared by all requests; an instance for each request costs 10 to 20 % of a page. */
export const instances: Record<Locale, i18n> = { th: instanceOf("th"), la: instanceOf("la"), en: instanceOf("en") };

/** The translator of a language, for loaders; components have `useT`. */
export const translator = (locale: Locale) => instances[locale].t as Translate;

/** A message of a loader or action in the language of `t`; a text that is no key stands as it is. */
export function translateMessage(t: Translate, text: string): string {
  const { key, params } = readMessage(text);
  return /^[a-zA-Z]+:\w/.test(key) ? t(key as TextKey, params) : text;
}

/** BCP 47: the product's code `la` is Latin there, Lao is `lo`. */
export const htmlLang = (locale: Locale) => (locale === "la" ? "lo" : locale);

export const LOCALE_NAMES: Record<Locale, string> = { th: "ไทย", la: "ລາວ", en: "English" };
