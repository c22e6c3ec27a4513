import type { NewOp } from "../../server/operations/records";

/** Longer than any test. */
export const LEASE_MS = 90_000;

/** A transfer that is about to begin. */
export const newOp = (id: string, more: Partial<NewOp> = {}): NewOp => ({
  id,
  op: "transfer",
  fingerprint: "f",
  input: { from: "wallet", to: "PG", amount: 100_00 },
  state: "inflight",
  code: null,
  message: null,
  output: null,
  finishedAt: null,
  checkUntil: null,
  base: { at: 0, slack: 0, horizon: null, seen: [], balances: { wallet: 5 }, qrcodeId: null, owed: 0 },
  owner: "me",
  acknowledged: false,
  ...more,
});
