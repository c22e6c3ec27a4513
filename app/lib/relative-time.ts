import type { Locale } from "../../server/config/config";

/** The units of the specification in seconds, the largest first. */
export const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const formatter = (tag: string) => new Intl.RelativeTimeFormat(`${tag}-u-nu-latn`, { numeric: "always" });
const FORMATTERS: Record<Locale, Intl.RelativeTimeFormat> = {
  th: formatter("th"),
  la: formatter("lo"),
  en: formatter("en"),
};

/**
 * How long ago a moment was, in the largest unit that fits at least once: "3 minutes ago". What has not come yet counts as
 * now. @param at epoch milliseconds @param now epoch milliseconds
 */
export function relativeTime(at: number, now: number, locale: Locale): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS.at(-1)!;
  return FORMATTERS[locale].format(-Math.floor(seconds / length), unit);
}
