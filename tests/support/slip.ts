/** The content of a test's slip. `amount` in minor units, `paidAt` in epoch milliseconds. */
export const SLIP = {
  transRef: "20261120120000123456",
  amount: 100_00,
  currency: "BAHT",
  paidAt: Date.UTC(2026, 10, 20),
  from: { bankCode: "KBANK", number: "1234567890" },
  to: { bankCode: "SCB", number: "4051234567" },
};
