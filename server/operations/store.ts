import { assertMove, isOpen } from "./state";
import { stepOf, type Observer } from "./step";
import type { OpRecord, OpState } from "./types";

/** Identifies one lifetime of the records. A store that is new or was wiped starts a new epoch. */
export interface Epoch {
  /** 8 random bytes, hex. */
  id: string;
  /** Epoch milliseconds. */
  bornAt: number;
  /** Epoch milliseconds. Until then money is closed, because lost operations may still be in flight at the operator. */
  openAt: number;
}

/** The records of one member. Treat as immutable. */
export interface MemberRecords {
  epoch: string;
  /** Counts the writes; 0 if nothing is stored. */
  version: number;
  seq: number;
  /** Forms with a sequence from `floor` to `seq` are fresh: nothing was sent since they were issued. */
  floor: number;
  /** The latest operations, oldest first. */
  recent: readonly OpRecord[];
}

/** An operation that is about to begin; the store assigns its sequence. */
export type NewOp = Omit<OpRecord, "seq" | "keySeq" | "floor">;

/** Stores the documents. The rules are in `createStore`; a backend only has to write atomically. */
export interface StoreBackend {
  epoch(): Promise<Epoch>;
  /** The member's document, or null. */
  read(memberId: string): Promise<MemberRecords | null>;
  /**
   * Writes `records` if the stored version is `records.version - 1` (0: nothing is stored) and the epoch is
   * `records.epoch`; stores `retired` for the method `retired`, and `lease` (epoch milliseconds, null: none) for
   * `leased`. Atomic, and durable before it resolves. Resolves to false if the version or the epoch has changed.
   */
  swap(memberId: string, records: MemberRecords, retired: OpRecord | null, lease: number | null): Promise<boolean>;
  /** A retired record of this member, or null. */
  retired(memberId: string, id: string): Promise<OpRecord | null>;
  /** Members whose lease ended before `now`. */
  leased(now: number, limit: number): Promise<string[]>;
  /** Deletes what was last written before `before` (epoch milliseconds). */
  forget(before: number): Promise<void>;
}

/** The engine's durable store. Every method may throw; then it is not known what was written, and nothing is sent. */
export interface OpStore {
  epoch(): Promise<Epoch>;
  records(memberId: string): Promise<MemberRecords>;
  /**
   * Begins `op` if `expected` is fresh in this epoch, no operation is open and none of this member has its id. Durable
   * before it resolves.
   */
  begin(
    memberId: string,
    expected: { seq: number; epoch: string },
    op: NewOp,
  ): Promise<{ ok: true; record: OpRecord } | { ok: false; records: MemberRecords }>;
  /**
   * Changes the operation if its state is one of `from`, else resolves to null.
   * @param returned nothing was sent: the same form may be submitted again
   * @throws Error on an illegal transition
   */
  finish(
    memberId: string,
    id: string,
    from: readonly OpState[],
    patch: Partial<OpRecord>,
    returned?: boolean,
  ): Promise<OpRecord | null>;
  renew(memberId: string, id: string, owner: string, leaseUntil: number): Promise<boolean>;
  /** An operation of this member from the last 7 days. */
  find(memberId: string, id: string): Promise<OpRecord | null>;
  /** Operations in flight whose lease has expired. */
  expired(now: number, limit: number): Promise<{ memberId: string; op: OpRecord }[]>;
  forget(before: number): Promise<void>;
}

/** How many operations a member's records hold; older ones are stored as receipts. */
export const RECENT = 10;
/** Milliseconds that records and receipts are kept after the last change. */
export const KEEP_MS = 7 * 24 * 3_600_000;

const ATTEMPTS = 20;

/** Repeats `attempt` while it returns null, which means that another process has written in between. */
export async function retry<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let i = 0; i < ATTEMPTS; i += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new Error("Too many concurrent writes to the operation store.");
}

/** Implements the rules of the store on any backend. `observe` gets every transition once it is stored. */
export function createStore(backend: StoreBackend, observe: Observer = () => {}): OpStore {
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

  /** Replaces one recent operation, unless `change` returns null. */
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
    async begin(memberId, expected, op) {
      const begun = await retry<Awaited<ReturnType<OpStore["begin"]>>>(async () => {
        const records = await read(memberId);
        const last = records.recent.at(-1);
        const fresh = expected.epoch === records.epoch && records.floor <= expected.seq && expected.seq <= records.seq;
        if (!fresh || (last && isOpen(last))) return { ok: false, records };
        const isTaken = records.recent.some(({ id }) => id === op.id) || (await backend.retired(memberId, op.id));
        if (isTaken) return { ok: false, records };
        assertMove("none", op.state);
        const seq = records.seq + 1;
        const record: OpRecord = { ...op, seq, keySeq: expected.seq, floor: records.floor };
        const written = await write(memberId, { ...records, seq, floor: seq }, [...records.recent, record]);
        return written ? { ok: true, record } : null;
      });
      if (begun.ok) observe(memberId, "began", begun.record);
      return begun;
    },
    async finish(memberId, id, from, patch, returned = false) {
      let before: OpState | null = null;
      const { op } = await update(memberId, id, (known, records) => {
        if (!from.includes(known.state)) return null;
        before = known.state;
        if (patch.state && patch.state !== known.state) assertMove(known.state, patch.state);
        const floor = returned && records.seq === known.seq ? known.floor : records.floor;
        return { op: { ...known, ...patch }, records: { ...records, floor } };
      });
      const step = op && before && stepOf(before, op);
      if (step) observe(memberId, step, op);
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
  };
}
