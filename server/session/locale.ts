import { createCookie, type Cookie } from "@remix-run/node";
import { RemixI18Next } from "remix-i18next/server";
import { LOCALES, type Locale } from "../config/config";
import { parseCookies } from "./cookies";

/** Reads the cookie `locale` as plain text, so that any tool can set it. Remix would expect an encoded value. */
const cookie: Cookie = {
  ...createCookie("locale"),
  parse: async (header) => parseCookies(header ?? undefined).get("locale") ?? null,
};

/** Detects the language from the Cookie header: the member's choice, else the market's default. */
export type LocaleDetector = (cookieHeader: string | undefined) => Promise<Locale>;

export function createLocaleDetector(fallbackLanguage: Locale): LocaleDetector {
  const detector = new RemixI18Next({
    detection: { supportedLanguages: [...LOCALES], fallbackLanguage, order: ["cookie"], cookie },
  });
  return async (cookieHeader) => {
    const headers = new Headers(cookieHeader ? { cookie: cookieHeader } : {});
    return (await detector.getLocale({ headers } as Request)) as Locale;
  };
}
