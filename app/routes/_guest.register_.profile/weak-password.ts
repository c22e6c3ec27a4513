import { plainDigits } from "~/lib/digits";
import type { TextKey } from "~/ui/request";

/** Passwords shorter than this are asked about. */
const SHORT = 8;

/** What guessers try first, besides what `isPattern` finds; in lower case. */
const COMMON = new Set(
  `password passw0rd p@ssw0rd p@ssword password1 password12 password123 passw0rd! password! qwertyuiop qwerty123
  qwerty1234 qwer1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsxedc asdfghjkl asdf1234 zxcvbnm123 abcd1234 abc12345
  abc123456 a1b2c3d4 a1234567 a12345678 aa123456 aa12345678 iloveyou iloveyou1 ilovethailand sunshine princess
  football football1 p@ssw0rd1 kram1234 baseball superman batman123 pokemon1 dragon123 monkey123 letmein1 welcome1
  welcome123 admin123 admin1234 administrator changeme computer internet samsung1 liverpool manchester manutd123
  thailand thailand1 bangkok1 vientiane laos1234 sawasdee sabaidee 11223344 12344321 12121212 10203040 13579246
  14725836 147258369 123123123 123321123 789456123 987654321 99887766 88888888 asdfasdf qweqweqwe`.split(/\s+/),
);

const ROWS = [
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
  "ฟหกดเาสวง",
  "ๆไำพะัีรนยบล",
];

/** Whether it is one character again and again, or a row of a keyboard or the alphabet, forwards or backwards. */
function isPattern(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const backwards = Array.from(text).reverse().join("");
  return ROWS.some((row) => row.includes(text) || row.includes(backwards) || `${row}${row}`.includes(text));
}

const digitsOf = (text: string) => plainDigits(text).replace(/\D/g, "");

/** Whether it is the phone number, with or without the leading 0 or the country code, and at most a few characters. */
function isPhone(password: string, phone: string): boolean {
  const own = digitsOf(phone).replace(/^0/, "");
  const rest = plainDigits(password).replace(/[\s-]/g, "").replace(own, "");
  return own.length > 0 && digitsOf(password).includes(own) && rest.length <= 4;
}

const RULES: [TextKey, (password: string, phone: string) => boolean][] = [
  ["register:weakPhone", isPhone],
  ["register:weakShort", (password) => Array.from(password).length < SHORT],
  ["register:weakCommon", (password) => COMMON.has(password.toLowerCase()) || isPattern(password.toLowerCase())],
];

/** Why a password is easy to guess, as a message key; null if it is not. No rule forces another: the visitor is asked. */
export const weakness = (password: string, phone: string): TextKey | null =>
  RULES.find(([, applies]) => applies(password, phone))?.[0] ?? null;

/** Whether a form error is one of the questions about a weak password. */
export const isWeakness = (text: string) => RULES.some(([key]) => key === text);
