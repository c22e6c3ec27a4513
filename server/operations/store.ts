import { assertMove, isOpen } from "./state";
import type { OpRecord, OpState } from "./types";

/** One life of the records: a store that is new, wiped or was never durable starts another. */
export interface Epoch {
  /** 8 random bytes, hex. */
  id: string;
  bornAt: number;
  /** Before this moment money is closed: operations of the life before may still be under way at the operator. */
  openAt: number;
}

/** What is known of one member. Treat as immutable. */
export interface MemberRecords {
  epoch: string;
  /** Counts the writes; 0 when nothing is stored. */
  version: number;
  seq: number;
  /** Forms with a sequence from here to `seq` are fresh: nothing has left for the operator since they were made. */
  floor: number;
  /** The last operations, oldest first. */
  recent: readonly OpRecord[];
}

/** An operation that is about to begin; the store gives it its sequence. */
export type NewOp = Omit<OpRecord, "seq" | "keySeq" | "floor">;

/**
 * Where a store keeps its documents. The rules are in `createStore`, once; a backend only has to write atomically.
 */
export interface StoreBackend {
  epoch(): Promise<Epoch>;
  /** The member's document, or null. */
  read(memberId: string): Promise<MemberRecords | null>;
  /**
   * Atomic, and durable before it resolves: writes `records` if the stored version is `records.version - 1` (0: none is stored)
   * and the epoch is `records.epoch`, keeps `retired` findable, and remembers `lease` (null: none) for `leased`.
   */
  swap(memberId: string, records: MemberRecords, retired: OpRecord | null, lease: number | null): Promise<boolean>;
  /** A retired record of this member, or null. */
  retired(memberId: string, id: string): Promise<OpRecord | null>;
  /** Members whose lease ended before `now`. */
  leased(now: number, limit: number): Promise<string[]>;
  /** Drops what was last written before `before`. */
  forget(before: number): Promise<void>;
  close(): Promise<void>;
}

/** The durable memory of the engine. Everything may throw: then nothing is certain, and nothing is sent. */
export interface OpStore {
  epoch(): Promise<Epoch>;
  records(memberId: string): Promise<MemberRecords>;
  /** Takes the sequence `expected.seq` if it is still fresh in this epoch and nothing is open; durable before it resolves. */
  begin(
    memberId: string,
    expected: { seq: number; epoch: string },
    op: NewOp,
  ): Promise<{ ok: true; record: OpRecord } | { ok: false; records: MemberRecords }>;
  /**
   * Changes the operation if its state is in `from`; null when it is not. With `returned` the sequence is given back:
   * nothing was sent, and the same form may be submitted again. Throws on an illegal move.
   */
  finish(
    memberId: string,
    id: string,
    from: readonly OpState[],
    patch: Partial<OpRecord>,
    returned?: boolean,
  ): Promise<OpRecord | null>;
  renew(memberId: string, id: string, owner: string, leaseUntil: number): Promise<boolean>;
  /** An operation of this member of the last 7 days. */
  find(memberId: string, id: string): Promise<OpRecord | null>;
  /** Operations in flight whose owner has not renewed its lease. */
  expired(now: number, limit: number): Promise<{ memberId: string; op: OpRecord }[]>;
  forget(before: number): Promise<void>;
  close(): Promise<void>;
}

/** How many operations the records of a member hold; older ones are only receipts. */
export const RECENT = 10;
/** How long receipts and heads are kept after the last change. */
export const KEEP_MS = 7 * 24 * 3_600_000;

const ATTEMPTS = 20;

/** Tries again while `attempt` gives null, which says that somebody else wrote in between. */
export async function retry<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let i = 0; i < ATTEMPTS; i += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Error("The operation store is too contended.");
}

/** The rules of the store over any backend. */
export function createStore(backend: StoreBackend): OpStore {
  const read = async (memberId: string): Promise<MemberRecords> => {
    const [records, epoch] = await Promise.all([backend.read(memberId), backend.epoch()]);
    return { ...(records ?? { version: 0, seq: 0, floor: 0, recent: [] }), epoch: epoch.id };
  };

  const write = (memberId: string, records: MemberRecords, recent: readonly OpRecord[]): Promise<boolean> => {
    const kept = recent.slice(-RECENT);
    const inflight = kept.find((op) => op.state === "inflight");
    const retired = recent.length > RECENT ? recent[0]! : null;
    return backend.swap(
      memberId,
      { ...records, version: records.version + 1, recent: kept },
      retired,
      inflight?.leaseUntil ?? null,
    );
  };

  /** Replaces one recent operation; `change` gives null where there is nothing to change. */
  const update = (
    memberId: string,
    id: string,
    change: (op: OpRecord, records: MemberRecords) => { op: OpRecord; records: MemberRecords } | null,
  ) =>
    retry<{ op: OpRecord | null }>(async () => {
      const records = await read(memberId);
      const op = records.recent.find((known) => known.id === id);
      const changed = op && change(op, records);
      if (!changed) return { op: null };
      const recent = records.recent.map((known) => (known.id === id ? changed.op : known));
      return (await write(memberId, changed.records, recent)) ? { op: changed.op } : null;
    });

  return {
    epoch: () => backend.epoch(),
    records: read,
    begin: (memberId, expected, op) =>
      retry(async () => {
        const records = await read(memberId);
        const last = records.recent.at(-1);
        const fresh = expected.epoch === records.epoch && records.floor <= expected.seq && expected.seq <= records.seq;
        if (!fresh || (last && isOpen(last))) return { ok: false, records };
        assertMove("none", op.state);
        const seq = records.seq + 1;
        const record: OpRecord = { ...op, seq, keySeq: expected.seq, floor: records.floor };
        const written = await write(memberId, { ...records, seq, floor: seq }, [...records.recent, record]);
        return written ? { ok: true, record } : null;
      }),
    async finish(memberId, id, from, patch, returned = false) {
      const { op } = await update(memberId, id, (known, records) => {
        if (!from.includes(known.state)) return null;
        if (patch.state && patch.state !== known.state) assertMove(known.state, patch.state);
        const floor = returned && records.seq === known.seq ? known.floor : records.floor;
        return { op: { ...known, ...patch }, records: { ...records, floor } };
      });
      return op;
    },
    async renew(memberId, id, owner, leaseUntil) {
      const { op } = await update(memberId, id, (known, records) =>
        known.state === "inflight" && known.owner === owner ? { op: { ...known, leaseUntil }, records } : null,
      );
      return op !== null;
    },
    async find(memberId, id) {
      const recent = (await read(memberId)).recent.find((op) => op.id === id);
      return recent ?? backend.retired(memberId, id);
    },
    async expired(now, limit) {
      const members = await backend.leased(now, limit);
      const heads = await Promise.all(members.map(async (memberId) => ({ memberId, records: await read(memberId) })));
      return heads.flatMap(({ memberId, records }) =>
        records.recent.filter((op) => op.state === "inflight" && op.leaseUntil < now).map((op) => ({ memberId, op })),
      );
    },
    forget: (before) => backend.forget(before),
    close: () => backend.close(),
  };
}
