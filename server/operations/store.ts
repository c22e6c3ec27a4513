import { lostIn, type Epoch, type MemberRecords, type NewOp, type StoredRecords } from "./records";
import { entriesOf, owesRows } from "./proofs";
import { assertMove, closes, isOpen, isUnordered } from "./state";
import { stepOf, type Observer } from "./step";
import type { OpRecord, OpState } from "./types";

/** When the oldest operations of a member began that are in these states, epoch milliseconds; null: there is none. */
export interface Marks {
  /** The end of the first lease among those in flight. */
  lease: number | null;
  unknown: number | null;
  /** Reviews that the member has not read. */
  review: number | null;
}

/** Members with an operation in a state, and when the oldest of these operations began, epoch milliseconds. */
export interface Waiting {
  members: number;
  oldest: number | null;
}

/** Stores the documents. The rules are in `createStore`; a backend only has to write atomically. */
export interface StoreBackend {
  epoch(): Promise<Epoch>;
  /** Epoch milliseconds by the one clock of all processes that share the store. */
  now(): Promise<number>;
  /** The member's document, or null. */
  read(memberId: string): Promise<StoredRecords | null>;
  /**
   * Writes `records` if the stored version is `records.version - 1` (0: nothing is stored) and the epoch is
   * `records.epoch`; stores `retired` for the method `retired`, `lease` for `leased`, and the other marks for `waiting`.
   * Atomic, and durable before it resolves. Resolves to false if the version or the epoch has changed.
   */
  swap(memberId: string, records: StoredRecords, retired: OpRecord | null, marks: Marks): Promise<boolean>;
  /** Who waits for an outcome, for those who watch the product: it may be a little late. */
  waiting(): Promise<Record<"unknown" | "review", Waiting>>;
  /** A retired record of this member, or null. */
  retired(memberId: string, id: string): Promise<OpRecord | null>;
  /** Members whose lease ended before `now`. */
  leased(now: number, limit: number): Promise<string[]>;
  /** Deletes what was last written before `before` (epoch milliseconds). */
  forget(before: number): Promise<void>;
  /** The largest number that `noteLag` got for one of the last 24 hours, or null. `hour`: hours since the epoch. */
  lag(hour: number): Promise<number | null>;
  noteLag(hour: number, ms: number): Promise<void>;
}

/** The engine's durable store. Every method may throw; then it is not known what was written, and nothing is sent. */
export interface OpStore {
  epoch(): Promise<Epoch>;
  records(memberId: string): Promise<MemberRecords>;
  /**
   * Begins `op` if `expected` is fresh in this epoch, no operation keeps it closed and none of this member has its id.
   * Durable before it resolves. Its lease ends after `leaseMs` milliseconds.
   */
  begin(
    memberId: string,
    expected: { seq: number; epoch: string },
    op: NewOp,
    leaseMs: number,
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
  /** Changes several of the recent operations at once: `change` gives those that differ, and may be called again. */
  amend(memberId: string, change: (records: MemberRecords) => readonly OpRecord[]): Promise<MemberRecords>;
  renew(memberId: string, id: string, owner: string, leaseMs: number): Promise<boolean>;
  /** An operation of this member from the last 7 days. */
  find(memberId: string, id: string): Promise<OpRecord | null>;
  /** Operations in flight whose lease has expired. */
  expired(limit: number): Promise<{ memberId: string; op: OpRecord }[]>;
  /** Members with an operation whose outcome is unknown, and with a review that they have not read. */
  waiting(): Promise<Record<"unknown" | "review", Waiting>>;
  /** Deletes records that are older than `KEEP_MS`. */
  forget(): Promise<void>;
  /** The longest time that a row took to appear in the last 24 hours, in milliseconds; null if none was measured. */
  lag(): Promise<number | null>;
  noteLag(ms: number): Promise<void>;
}

/** How many operations a member's records hold at least; older ones are stored as receipts. */
export const RECENT = 10;
/** How many they hold at most, while rows of older ones may still appear. */
const MOST = 40;
/** Marks of the rows, and entries in lists, of receipts that the records keep. */
const TAKEN = 100;
/** Milliseconds that records and receipts are kept after the last change. */
export const KEEP_MS = 7 * 24 * 3_600_000;
const HOUR_MS = 3_600_000;

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
    const [records, epoch, at] = await Promise.all([backend.read(memberId), backend.epoch(), backend.now()]);
    const known = records ?? { version: 0, seq: 0, floor: 0, recent: [] };
    return { ...known, taken: records?.taken ?? [], epoch: epoch.id, at, lost: lostIn(epoch) };
  };

  const write = (
    memberId: string,
    { at: _at, lost: _lost, ...records }: MemberRecords,
    recent: readonly OpRecord[],
  ) => {
    const [oldest] = recent;
    const isFull = recent.length > RECENT && oldest && !isOpen(oldest);
    const retired = isFull && (recent.length > MOST || !owesRows(oldest)) ? oldest : null;
    const kept = retired ? recent.slice(1) : recent;
    const left = retired ? [...(retired.rows ?? []).map(({ mark }) => mark), ...entriesOf(retired)] : [];
    const taken = [...records.taken, ...left].slice(-TAKEN);
    return backend.swap(memberId, { ...records, version: records.version + 1, recent: kept, taken }, retired, {
      lease: leastOf(kept, ({ state, leaseUntil }) => (state === "inflight" ? leaseUntil : null)),
      unknown: leastOf(kept, ({ state, startedAt }) => (state === "unknown" ? startedAt : null)),
      review: leastOf(kept, ({ state, startedAt, acknowledged }) =>
        state === "review" && !acknowledged ? startedAt : null,
      ),
    });
  };

  /** Replaces recent operations, unless `change` returns null. */
  const update = (
    memberId: string,
    change: (records: MemberRecords) => { ops: readonly OpRecord[]; floor?: number } | null,
  ) =>
    retry<MemberRecords>(async () => {
      const records = await read(memberId);
      const changed = change(records);
      if (!changed) return records;
      const byId = new Map(changed.ops.map((op) => [op.id, op]));
      const recent = records.recent.map((known) => byId.get(known.id) ?? known);
      const written = await write(memberId, { ...records, floor: changed.floor ?? records.floor }, recent);
      return written ? { ...records, recent } : null;
    });

  /** Replaces one recent operation, unless `change` returns null. Resolves to null if nothing was replaced. */
  const updateOne = async (
    memberId: string,
    id: string,
    change: (op: OpRecord, records: MemberRecords) => { op: OpRecord; floor?: number } | null,
  ): Promise<OpRecord | null> => {
    let result: OpRecord | null = null;
    await update(memberId, (records) => {
      const op = records.recent.find((known) => known.id === id);
      const changed = op ? change(op, records) : null;
      result = changed?.op ?? null;
      return changed && { ops: [changed.op], floor: changed.floor };
    });
    return result;
  };

  const report = (memberId: string, before: OpRecord, after: OpRecord) => {
    const step = stepOf(before, after);
    if (step) observe(memberId, step, after);
  };

  return {
    epoch: () => backend.epoch(),
    records: read,
    async begin(memberId, expected, op, leaseMs) {
      const begun = await retry<Awaited<ReturnType<OpStore["begin"]>>>(async () => {
        const records = await read(memberId);
        const { seq, floor, at } = records;
        const isFresh = expected.epoch === records.epoch && expected.seq <= seq;
        const inOrder = isUnordered(op.op) ? !sentBefore(records, expected.seq, op.fingerprint) : floor <= expected.seq;
        if (!isFresh || !inOrder || records.recent.some((known) => closes(known, op.op))) return { ok: false, records };
        const isTaken = records.recent.some(({ id }) => id === op.id) || (await backend.retired(memberId, op.id));
        if (isTaken) return { ok: false, records };
        assertMove("none", op.state);
        const next = { seq: seq + 1, floor: isUnordered(op.op) ? floor : seq + 1 };
        const times = { startedAt: at, leaseUntil: at + leaseMs };
        const record: OpRecord = { ...op, ...times, seq: next.seq, keySeq: expected.seq, floor };
        const written = await write(memberId, { ...records, ...next }, [...records.recent, record]);
        return written ? { ok: true, record } : null;
      });
      if (begun.ok) observe(memberId, "began", begun.record);
      return begun;
    },
    async finish(memberId, id, from, patch, returned = false) {
      let before: OpRecord | null = null;
      const op = await updateOne(memberId, id, (known, records) => {
        if (!from.includes(known.state)) return null;
        before = known;
        if (patch.state && patch.state !== known.state) assertMove(known.state, patch.state);
        const isReturned = returned && !isUnordered(known.op) && records.seq === known.seq;
        return { op: { ...known, ...patch }, floor: isReturned ? known.floor : records.floor };
      });
      if (op && before) report(memberId, before, op);
      return op;
    },
    async amend(memberId, change) {
      let pairs: [OpRecord, OpRecord][] = [];
      const records = await update(memberId, (known) => {
        const ops = change(known);
        pairs = ops.map((op) => [known.recent.find(({ id }) => id === op.id)!, op]);
        for (const [before, op] of pairs) if (before.state !== op.state) assertMove(before.state, op.state);
        return ops.length > 0 ? { ops } : null;
      });
      for (const [before, op] of pairs) report(memberId, before, op);
      return records;
    },
    async renew(memberId, id, owner, leaseMs) {
      const op = await updateOne(memberId, id, (known, { at }) =>
        known.state === "inflight" && known.owner === owner ? { op: { ...known, leaseUntil: at + leaseMs } } : null,
      );
      return op !== null;
    },
    async find(memberId, id) {
      const recent = (await read(memberId)).recent.find((op) => op.id === id);
      return recent ?? backend.retired(memberId, id);
    },
    async expired(limit) {
      const now = await backend.now();
      const members = await backend.leased(now, limit);
      const heads = await Promise.all(members.map(async (memberId) => ({ memberId, records: await read(memberId) })));
      return heads.flatMap(({ memberId, records }) =>
        records.recent.filter((op) => op.state === "inflight" && op.leaseUntil < now).map((op) => ({ memberId, op })),
      );
    },
    waiting: () => backend.waiting(),
    forget: async () => backend.forget((await backend.now()) - KEEP_MS),
    lag: async () => backend.lag(Math.floor((await backend.now()) / HOUR_MS)),
    noteLag: async (ms) => backend.noteLag(Math.floor((await backend.now()) / HOUR_MS), Math.round(ms)),
  };
}

/** Whether the same form has sent the same operation already. */
const sentBefore = ({ recent }: MemberRecords, keySeq: number, fingerprint: string) =>
  recent.some((op) => op.keySeq === keySeq && op.fingerprint === fingerprint && !op.traceless);

const leastOf = (ops: readonly OpRecord[], of: (op: OpRecord) => number | null): number | null =>
  ops.map(of).reduce((least, at) => (least === null || (at !== null && at < least) ? at : least), null);
