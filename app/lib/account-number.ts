/** Formats a 10-digit account number as `123-456-7890`; others are returned unchanged. */
export const groupAccountNumber = (digits: string) =>
  /^\d{10}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : digits;

/** The last four digits after dots (`•••• 7890`), enough to recognise an account. */
export const maskAccountNumber = (digits: string) => `•••• ${digits.slice(-4)}`;
