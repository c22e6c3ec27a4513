import type { Currency } from "../../server/context";
import { plainDigits } from "./digits";

const SYMBOL: Record<Currency, string> = { BAHT: "฿", LAK: "₭" };

/** The sign before an amount, such as `฿`. */
export const currencySymbol = (currency: Currency) => SYMBOL[currency];

/** The typographic minus, which screen readers read as one. */
export const MINUS = "\u2212";

/** Printed before the currency. */
export type Sign = "" | "+" | typeof MINUS;

/**
 * `123456` minor units → `{ sign: "", whole: "1,234", fraction: ".56" }`. The same in every language. A negative amount
 * has a minus, also if `sign`, that of its kind of movement, is a plus.
 */
export function moneyParts(minor: number, sign: Sign = ""): { sign: Sign; whole: string; fraction: string } {
  const absolute = Math.abs(minor);
  const whole = String(Math.trunc(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ",");
  return { sign: minor < 0 ? MINUS : sign, whole, fraction: `.${String(absolute % 100).padStart(2, "0")}` };
}

/** `123456` minor units → `1,234.56`. */
export function formatAmount(minor: number): string {
  const { sign, whole, fraction } = moneyParts(minor);
  return sign + whole + fraction;
}

/** `-123456` minor units → `−฿1,234.56`. */
export function formatMoney(minor: number, currency: Currency): string {
  const { sign, whole, fraction } = moneyParts(minor);
  return sign + SYMBOL[currency] + whole + fraction;
}

/** `100000` minor units → `1,000`; with decimals only if they are not zero. For presets and limits. */
export const formatShort = (minor: number) => formatAmount(minor).replace(/\.00$/, "");

/** `123456` minor units → `1234.56`, as the value of an `<input>` or `<data>`. */
export const decimal = (minor: number) => (minor / 100).toFixed(2);

/** Largest amount that a form accepts, in minor units: far above any limit, far below `Number.MAX_SAFE_INTEGER`. */
const MAX_MINOR = 1e13;

/** A typed amount without its decoration; null if it is not an amount. */
function plainAmount(text: string): string | null {
  const plain = plainDigits(text.trim())
    .replace(/^[฿₭]/, "")
    .replace(/[\s\u00a0]/g, "");
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{0,2})?$/.test(plain) ? plain : null;
}

/** Whether the text is an amount, but one that `parseMoney` does not accept because of its size. */
export const isTooMuch = (text: string) => plainAmount(text) !== null && parseMoney(text) === null;

/**
 * Parses a typed amount to minor units; null if it is not an amount.
 * Accepts Thai and Lao digits, spaces, a leading currency sign and commas between thousands; not signs, exponents or a
 * third decimal.
 */
export function parseMoney(text: string): number | null {
  const plain = plainAmount(text);
  if (plain === null) return null;
  const [whole = "0", fraction = ""] = plain.replaceAll(",", "").split(".");
  if (whole.length > 13) return null;
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return minor <= MAX_MINOR ? minor : null;
}
