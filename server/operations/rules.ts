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
  /** New rows are attributed to our own earlier operations first. */
  owed: boolean;
  /** "Not done" is only concluded after the longest time in which a request may still be executed. */
  quiet: boolean;
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
  owed: true,
  quiet: true,
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
  /**
   * Quiet time after a dispatch has given up. It must exceed the longest delay until the operator executes a request
   * (240 s) plus the lag of its statement row (20 s).
   */
  quietMs: number;
  /** Pauses between reads while an operation is unknown; the last one repeats. */
  pollsMs: readonly number[];
  leaseMs: number;
  /** Deadline of one read of the operator; a baseline read is tried twice. */
  readMs: number;
  /** How long the statement row of an operation may take to appear. */
  rowLagMs: number;
  /** For how long after records were lost a repetition of an operation from around that time must be confirmed. */
  confirmMs: number;
  /** How long before the loss the row of that operation may have been created. */
  confirmRowMs: number;
  /** For how long after its start a "not done" operation is checked again. */
  watchMs: number;
  /** Minimum time between two such checks. */
  watchPauseMs: number;
  drainMs: number;
  sweepMs: number;
  keyMaxAgeMs: number;
  /** Tolerance between the clocks of two instances. */
  keySkewMs: number;
  /** Maximum number of concurrent operations in this process. */
  bulkhead: number;
}

export const TIMINGS: Timings = {
  waitMs: 8_000,
  callMs: CALL_TIMEOUT_MS,
  uploadMs: UPLOAD_TIMEOUT_MS,
  quietMs: 300_000,
  pollsMs: [2_000, 5_000, 10_000, 20_000, 15_000],
  leaseMs: 90_000,
  readMs: READ_TIMEOUT_MS,
  rowLagMs: 120_000,
  confirmMs: 24 * 3_600_000,
  confirmRowMs: 600_000,
  watchMs: 24 * 3_600_000,
  watchPauseMs: 10_000,
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
    begin: (memberId, _expected, op) =>
      retry(async () => {
        const records = await store.records(memberId);
        const begun = await store.begin(memberId, { seq: records.seq, epoch: records.epoch }, op);
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
    async begin(memberId, expected, op) {
      const records = await this.records(memberId);
      const known = begun.has(memberId) || expected.epoch !== records.epoch;
      if (known || expected.seq < records.floor || expected.seq > records.seq) return { ok: false, records };
      const record = { ...op, keySeq: expected.seq, seq: records.seq + 1, floor: records.floor };
      begun.set(memberId, record);
      return { ok: true, record };
    },
    async finish(memberId, id, from, patch) {
      const op = begun.get(memberId);
      if (op?.id !== id) return store.finish(memberId, id, from, patch);
      const written = await store.begin(memberId, { seq: op.keySeq, epoch: (await store.records(memberId)).epoch }, op);
      begun.delete(memberId);
      return written.ok ? store.finish(memberId, id, from, patch) : null;
    },
    renew: async () => true,
  };
}
