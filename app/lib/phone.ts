import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Market } from "../../server/config/config";
import { plainDigits } from "./digits";

/** A typed phone number as it is read in a market. */
export interface Phone {
  /** The one form that the operator, the limits and the wizard know. */
  number: string;
  /** Whether it is a mobile number of the market. If not, the visitor is asked before a code is sent to it. */
  isMobile: boolean;
}

interface Numbering {
  country: "TH" | "LA";
  callingCode: string;
  /** Whether the operator stores the leading 0. */
  leadingZero: boolean;
  mobile: RegExp;
}

/** How numbers are stored in each market: see docs/decisions/phone-numbers.md. */
const NUMBERING: Record<Market, Numbering> = {
  th: { country: "TH", callingCode: "66", leadingZero: true, mobile: /^0[689]\d{8}$/ },
  la: { country: "LA", callingCode: "856", leadingZero: false, mobile: /^(?:20\d{8}|30\d{7,8})$/ },
};

const SEPARATORS = /[\s\u00a0\u200b\u2060\u200e\u200f\u202a-\u202e\u2066-\u2069().\-\u2010-\u2013]/g;

/**
 * Reads a typed or pasted number; null if it has other characters than digits, separators and a leading `+`. All
 * spellings of a number of the market have one form; a number of another country is `+` and its digits. With `laos`,
 * the Thai market also takes Lao mobile numbers, in the form of another country.
 */
export function readPhone(text: string, market: Market, laos = false): Phone | null {
  const phone = readIn(text, market);
  if (!laos || market === "la" || phone?.isMobile) return phone;
  const lao = readIn(text, "la");
  return lao?.isMobile ? { number: `+${NUMBERING.la.callingCode}${lao.number}`, isMobile: true } : phone;
}

function readIn(text: string, market: Market): Phone | null {
  const compact = plainDigits(text).replace(SEPARATORS, "").replace(/^00/, "+");
  if (!/^\+?\d+$/.test(compact)) return null;
  const { country, callingCode, leadingZero, mobile } = NUMBERING[market];
  const found = parsePhoneNumberFromString(compact, country);
  if (!found) return { number: compact, isMobile: false };
  if (found.countryCallingCode !== callingCode) return { number: found.number, isMobile: false };
  const number = leadingZero ? withZero(found.formatNational().replace(/\D/g, ""), compact) : found.nationalNumber;
  return { number, isMobile: found.isValid() && mobile.test(number) };
}

/** A number of no known length is printed without its 0: then it keeps the digits that were typed. */
const withZero = (national: string, compact: string) => {
  if (national.startsWith("0")) return national;
  return compact.startsWith("+") ? `0${national}` : compact;
};

/** The number as sign-in sends it. A text that is not a number is returned trimmed: the operator refuses it. */
export const phoneNumber = (text: string, market: Market, laos = false): string =>
  readPhone(text, market, laos)?.number ?? text.trim();

/** Groups of a Thai number, and of the two kinds of Lao mobile numbers, which are shown with their leading 0. */
const GROUPS: [RegExp, string][] = [
  [/^(0\d{2})(\d{3})(\d{4})$/, "$1-$2-$3"],
  [/^(20)(\d{4})(\d{4})$/, "0$1-$2-$3"],
  [/^(30)(\d{3})(\d{4})$/, "0$1-$2-$3"],
];

/** Formats a stored number in groups; a number of another kind is returned unchanged. */
export function formatPhone(number: string): string {
  const [pattern, groups] = GROUPS.find(([one]) => one.test(number)) ?? [];
  return pattern && groups ? number.replace(pattern, groups) : number;
}
