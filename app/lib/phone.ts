import { plainDigits } from "./digits";

/** Country codes of the two markets, as people write them before a number: `+66`, `0066`, and `66` before a whole number. */
const COUNTRY = /^(?:(?:\+|00)(?:66|856)0?|66(?=\d{9}$)|856(?=\d{9,10}$))/;

/**
 * A phone number as the operator knows it: national digits with the leading 0. Takes what people type and paste: spaces,
 * dashes, dots, brackets, Thai and Lao digits, `+66` and `+856`. A text that is no number comes back trimmed.
 */
export function normalizePhone(text: string): string {
  const compact = plainDigits(text).replace(/[\s\u00a0\u200b\u2060\u200e\u200f().\-\u2010-\u2013]/g, "");
  return /^\+?\d+$/.test(compact) ? compact.replace(COUNTRY, "0") : text.trim();
}

/** A Thai number as 3-3-4, a Lao mobile number as 020-4-4; any other as it stands. */
export function formatPhone(phone: string): string {
  if (/^\d{10}$/.test(phone)) return phone.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");
  if (/^020\d{8}$/.test(phone)) return phone.replace(/^(\d{3})(\d{4})(\d{4})$/, "$1-$2-$3");
  return phone;
}
