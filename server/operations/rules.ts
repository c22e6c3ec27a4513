import { CALL_TIMEOUT_MS, READ_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from "../operator/endpoint";
import { retry } from "./store";
import type { OpStore } from "./store";
import type { OpRecord } from "./types";

/**
 * The safety rules, each on. They can be switched off for one purpose only: the simulation proves that it
 * would notice the harm each of them prevents (`npm run simulate -- --without RULE`).
 */
export interface Rules {
  /** Form keys are verified. */
  mac: boolean;
  /** A form is good for the sequence it was made with, by compare-and-set. */
  sequence: boolean;
  /** The record of an operation is durable before its request leaves. */
  durable: boolean;
  /** Only what the operator shows after the baseline proves an operation. */
  baseline: boolean;
  /** New rows first pay for our own earlier operations. */
  owed: boolean;
  /** "Not done" is said only after the longest time a request may still execute. */
  quiet: boolean;
  /** Records that were lost close money for a while, age all forms, and ask once more. */
  epoch: boolean;
  /** An operation outlives the request that started it. */
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

/** How long things take and last, in milliseconds. Sources: the design's figures (README, "Operations"). */
export interface Timings {
  /** A submitted form waits this long for the answer, then the receipt shows whatever is known. */
  waitMs: number;
  /** The longest a dispatch waits for the operator's answer. */
  callMs: number;
  /** The same of an upload. */
  uploadMs: number;
  /** Counted from giving up; must exceed the longest late execution at the operator (240 s) plus the lag of a row (20 s). */
  quietMs: number;
  /** Pauses between reads while unknown; the last one repeats. */
  pollsMs: readonly number[];
  leaseMs: number;
  /** One read of the operator; a baseline read is tried twice. */
  readMs: number;
  /** How long after an operation its statement row may still be missing. */
  rowLagMs: number;
  /** After records were lost: for this long an equal row made around the loss is asked about. */
  confirmMs: number;
  /** How far before the loss such a row may have been made. */
  confirmRowMs: number;
  /** A "not done" is compared with the statement for this long. */
  watchMs: number;
  /** The shortest time between two such comparisons of one operation. */
  watchPauseMs: number;
  drainMs: number;
  sweepMs: number;
  keyMaxAgeMs: number;
  /** Tolerance between the clocks of two instances. */
  keySkewMs: number;
  /** Operations under way at once in this process. */
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

/** The store with the rules that are off taken out of it; the store itself when all are on. */
export function withRulesOff(store: OpStore, rules: Rules): OpStore {
  const ordered = rules.sequence ? store : anySequence(store);
  return rules.durable ? ordered : lateWriting(ordered);
}

/** Takes every form, whatever its sequence. */
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

/** Keeps what has begun in this process, and writes it down when it has ended. */
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
