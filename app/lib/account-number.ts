/** A 10-digit account number as 3-3-rest with dashes; any other as it stands. */
export const groupAccountNumber = (digits: string) =>
  /^\d{10}$/.test(digits) ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : digits;

/** The last four digits behind dots, for places that only need to recognise the account. */
export const maskAccountNumber = (digits: string) => `•••• ${digits.slice(-4)}`;
