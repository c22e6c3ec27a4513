import { CALL_TIMEOUT_MS, READ_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from "../operator/endpoint";
import { retry } from "./store";
import type { OpStore } from "./store";
import type { OpRecord } from "./types";

/**
 * The safety rules. They are always on, except in the simulation: it switches one off to prove that it detects the
 * violations this rule prevents (`npm run simulate -- --without RULE`).
 */
export interface Rules {
  /** Form keys are verified. */
  mac: boolean;
  /** A form is only valid for the sequence it was issued with (compare-and-set). */
  sequence: boolean;
  /** The record of an operation is durable before its request is sent. */
  durable: boolean;
  /** Only changes since the baseline prove an operation. */
  baseline: boolean;
  /** Each row belongs to at most one operation, durably, and to the oldest that may have left it. */
  claims: boolean;
  /** A row proves nothing unless the balances agree, and balances nothing without rows. */
  agree: boolean;
  /** "Not done" is only concluded after the longest time in which a request may still be executed. */
  quiet: boolean;
  /** And after twice the longest time that rows took to appear. */
  lag: boolean;
  /** The statement ends where its `total` says, however few rows a page shows. */
  total: boolean;
  /** An outcome that later rows contradict is corrected. */
  correct: boolean;
  /** Leases and waits use one clock, and an operation that this process sends is not lost. */
  clock: boolean;
  /**
   * After records were lost, money is closed for a while, old forms are invalid, and a repetition must be confirmed.
   */
  epoch: boolean;
  /** An operation continues when the request that started it is aborted. */
  detached: boolean;
}

export const ALL_RULES: Rules = {
  mac: true,
  sequence: true,
  durable: true,
  baseline: true,
  claims: true,
  agree: true,
  quiet: true,
  lag: true,
  total: true,
  correct: true,
  clock: true,
  epoch: true,
  detached: true,
};

export type RuleName = keyof Rules;

/** All times of the engine, in milliseconds (docs/decisions/operations.md). */
export interface Timings {
  /** How long a submitted form waits for the answer before it redirects to the receipt. */
  waitMs: number;
  /** Deadline of a dispatch. */
  callMs: number;
  /** Deadline of an upload. */
  uploadMs: number;
  /** How long after a submitted form its request may leave. A store or an operator that hangs must not delay it for longer. */
  sendWithinMs: number;
  /** The longest delay until the operator executes a request that was given up. */
  quietMs: number;
  /** How long rows may take to appear, at least, until more is known (`lag.ts`). */
  lagMs: number;
  /** An operation that is unknown for this long becomes a review, whatever could be read. */
  reviewMs: number;
  /** Pauses between reads while an operation is unknown; the last one repeats. */
  pollsMs: readonly number[];
  leaseMs: number;
  /** Deadline of one read of the operator; a baseline read is tried twice. */
  readMs: number;
  /** For how long after records were lost a repetition of an operation from around that time must be confirmed. */
  confirmMs: number;
  /** How long before the loss the row of that operation may have been created: it may have been unknown, and in review. */
  confirmRowMs: number;
  /** How long a page waits for such a comparison. */
  lookMs: number;
  /** For how long after their start operations are compared with the statement when the member opens a page. */
  watchMs: number;
  /** Minimum time between two such comparisons. */
  watchPauseMs: number;
  drainMs: number;
  sweepMs: number;
  keyMaxAgeMs: number;
  /** By how much a form may be newer than the store's clock, which may be another after a fail-over. */
  keySkewMs: number;
  /** Maximum number of concurrent operations in this process. */
  bulkhead: number;
}

export const TIMINGS: Timings = {
  waitMs: 8_000,
  callMs: CALL_TIMEOUT_MS,
  uploadMs: UPLOAD_TIMEOUT_MS,
  sendWithinMs: 25_000,
  quietMs: 240_000,
  lagMs: 120_000,
  reviewMs: 15 * 60_000,
  pollsMs: [2_000, 5_000, 10_000, 20_000, 15_000],
  leaseMs: 90_000,
  readMs: READ_TIMEOUT_MS,
  confirmMs: 24 * 3_600_000,
  confirmRowMs: 30 * 60_000,
  lookMs: 3_000,
  watchMs: 7 * 24 * 3_600_000,
  watchPauseMs: 3_000,
  drainMs: 65_000,
  sweepMs: 30_000,
  keyMaxAgeMs: 12 * 3_600_000,
  keySkewMs: 120_000,
  bulkhead: 512,
};

/** Wraps the store without the rules that are off; returns it unchanged if all are on. */
export function withRulesOff(store: OpStore, rules: Rules): OpStore {
  const ordered = rules.sequence ? store : anySequence(store);
  return rules.durable ? ordered : lateWriting(ordered);
}

/** Accepts every form, whatever its sequence. */
function anySequence(store: OpStore): OpStore {
  return {
    ...store,
    begin: (memberId, _expected, op, leaseMs) =>
      retry(async () => {
        const records = await store.records(memberId);
        const begun = await store.begin(memberId, { seq: records.seq, epoch: records.epoch }, op, leaseMs);
        return begun.ok ? begun : null;
      }),
  };
}

/** Keeps a new operation in memory and only stores it when it has ended. */
function lateWriting(store: OpStore): OpStore {
  const begun = new Map<string, OpRecord>();
  return {
    ...store,
    async records(memberId) {
      const records = await store.records(memberId);
      const op = begun.get(memberId);
      return op ? { ...records, seq: op.seq, floor: op.seq, recent: [...records.recent, op] } : records;
    },
    async find(memberId, id) {
      const op = begun.get(memberId);
      return op?.id === id ? op : store.find(memberId, id);
    },
    async begin(memberId, expected, op, leaseMs) {
      const records = await this.records(memberId);
      const { seq, floor, at } = records;
      const known = begun.has(memberId) || expected.epoch !== records.epoch;
      if (known || expected.seq < floor || expected.seq > seq) return { ok: false, records };
      const record = { ...op, keySeq: expected.seq, seq: seq + 1, floor, startedAt: at, leaseUntil: at + leaseMs };
      begun.set(memberId, record);
      return { ok: true, record };
    },
    async finish(memberId, id, from, patch) {
      const op = begun.get(memberId);
      if (op?.id !== id) return store.finish(memberId, id, from, patch);
      const { epoch } = await store.records(memberId);
      const written = await store.begin(memberId, { seq: op.keySeq, epoch }, op, 0);
      begun.delete(memberId);
      return written.ok ? store.finish(memberId, id, from, patch) : null;
    },
    renew: async () => true,
  };
}

/** The lag to expect if this is the longest that was measured, all in milliseconds. */
export const expectedLag = (lagMs: number, longest: number | null) => Math.max(lagMs, 2 * (longest ?? 0));
