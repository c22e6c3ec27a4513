import type { OpRecord } from "../../server/operations/types";
import { newOp } from "./new-op";

/** When `sentOp` began; by the operator's clock, too. */
export const SENT_AT = Date.UTC(2026, 10, 20, 5);

/** The record of an operation that was accepted within a second, with 1,000 in the wallet and 50 in a game before it. */
export function sentOp({ base, ...more }: Partial<Omit<OpRecord, "base">> & { base?: Partial<OpRecord["base"]> } = {}) {
  const before = { ...newOp("").base, at: SENT_AT, balances: { wallet: 1_000_00, PG: 50_00, JOKER: 0 } };
  const times = { startedAt: SENT_AT, finishedAt: SENT_AT + 1_000, leaseUntil: SENT_AT + 90_000 };
  const op: OpRecord = { ...newOp("op"), seq: 1, keySeq: 0, floor: 0, state: "done", ...times, ...more, base: before };
  return { ...op, base: { ...before, ...base } };
}
