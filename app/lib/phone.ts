import { plainDigits } from "./digits";

/** The country codes of the two markets as people write them: `+66`, `0066`, and `66` before a complete number. */
const COUNTRY = /^(?:(?:\+|00)(?:66|856)0?|66(?=\d{9}$)|856(?=\d{9,10}$))/;

/**
 * Converts a typed or pasted phone number to the operator's form: national digits with the leading 0. Accepts spaces,
 * dashes, dots, brackets, Thai and Lao digits, `+66` and `+856`. A text that is not a number is returned trimmed.
 */
export function normalizePhone(text: string): string {
  const compact = plainDigits(text).replace(/[\s\u00a0\u200b\u2060\u200e\u200f().\-\u2010-\u2013]/g, "");
  return /^\+?\d+$/.test(compact) ? compact.replace(COUNTRY, "0") : text.trim();
}

/** Formats a Thai number as 3-3-4 and a Lao mobile number as 020-4-4; others are returned unchanged. */
export function formatPhone(phone: string): string {
  if (/^\d{10}$/.test(phone)) return phone.replace(/^(\d{3})(\d{3})(\d{4})$/, "$1-$2-$3");
  if (/^020\d{8}$/.test(phone)) return phone.replace(/^(\d{3})(\d{4})(\d{4})$/, "$1-$2-$3");
  return phone;
}
