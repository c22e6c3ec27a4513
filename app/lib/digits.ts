/** First code point of the Thai and of the Lao digits. */
const ZEROS = [0x0e50, 0x0ed0];

/** Thai and Lao digits as `0`–`9`; every other character as it stands. */
export function plainDigits(text: string): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0)!;
    const zero = ZEROS.find((start) => code >= start && code <= start + 9);
    return zero === undefined ? char : String(code - zero);
  }).join("");
}
