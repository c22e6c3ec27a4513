/**
 * Formats an account number in groups: 10 digits as `123-456-7890`, longer ones as `0201-2345-6789`, with up to five
 * digits in the last group. Shorter ones are returned unchanged.
 */
export function groupAccountNumber(digits: string): string {
  if (/^\d{10}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`;
  return /^\d{11,}$/.test(digits) ? digits.replace(/\d{4}(?=\d\d)/g, "$&-") : digits;
}
