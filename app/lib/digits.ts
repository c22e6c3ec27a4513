/** Code points of the Thai and the Lao zero. */
const ZEROS = [0x0e50, 0x0ed0];

/** Replaces Thai and Lao digits with `0`–`9`; other characters are unchanged. */
export function plainDigits(text: string): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0)!;
    const zero = ZEROS.find((start) => code >= start && code <= start + 9);
    return zero === undefined ? char : String(code - zero);
  }).join("");
}
