import type { Currency } from "../../server/context";
import { plainDigits } from "./digits";

const SYMBOL: Record<Currency, string> = { BAHT: "฿", LAK: "₭" };

/** The sign printed before an amount of this currency. */
export const currencySymbol = (currency: Currency) => SYMBOL[currency];

/** `123456` minor units → `{ whole: "1,234", fraction: ".56" }`. The same in every language, two decimals always. */
export function moneyParts(minor: number): { whole: string; fraction: string } {
  const absolute = Math.abs(minor);
  const whole = String(Math.trunc(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return { whole, fraction: `.${String(absolute % 100).padStart(2, "0")}` };
}

/** `123456` minor units → `1,234.56`. */
export function formatAmount(minor: number): string {
  const { whole, fraction } = moneyParts(minor);
  return `${minor < 0 ? "\u2212" : ""}${whole}${fraction}`;
}

/** `123456` minor units → `฿1,234.56`. */
export const formatMoney = (minor: number, currency: Currency) => `${SYMBOL[currency]}${formatAmount(minor)}`;

/** `100000` minor units → `1,000`; cents only where there are some. For presets and bounds. */
export const formatShort = (minor: number) => (minor % 100 === 0 ? moneyParts(minor).whole : formatAmount(minor));

/** `123456` minor units → `1234.56`, the value of an input or of `<data>`. */
export const decimal = (minor: number) => (minor / 100).toFixed(2);

/** Largest amount that a form takes, in minor units: far above any limit, far below where numbers lose their cents. */
const MAX_MINOR = 1e13;

/**
 * What a member typed as an amount → minor units, or null when it is no amount.
 * Takes Thai and Lao digits, spaces, a currency sign and commas that group thousands; refuses signs, exponents and a third decimal.
 */
export function parseMoney(text: string): number | null {
  const plain = plainDigits(text.trim())
    .replace(/^[฿₭]/, "")
    .replace(/[\s\u00a0]/g, "");
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{0,2})?$/.test(plain)) return null;
  const [whole = "0", fraction = ""] = plain.replaceAll(",", "").split(".");
  if (whole.length > 13) return null;
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return minor <= MAX_MINOR ? minor : null;
}
