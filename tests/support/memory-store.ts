import { createStore } from "../../server/operations/store";
import type { Epoch, StoredRecords } from "../../server/operations/records";
import type { Marks, StoreBackend, OpStore, Waiting } from "../../server/operations/store";
import { newEpoch, type Closing } from "../../server/operations/epoch";
import type { Observer } from "../../server/operations/step";
import type { OpRecord } from "../../server/operations/types";

export interface MemoryStoreOptions extends Closing {
  now?: () => number;
  epochId?: string;
  observe?: Observer;
  /** Milliseconds of writes that `rewind` may forget. */
  rewindableMs?: number;
}

export interface MemoryStore extends OpStore {
  /**
   * Forgets the writes of the last `ms` milliseconds. `epoch`: the one that begins, or null if none does.
   * @returns the operations of which nothing is known any more
   */
  rewind(ms: number, epoch: (Closing & { id: string }) | null): string[];
}

interface Head {
  records: StoredRecords;
  marks: Marks;
  at: number;
}

const HOUR_MS = 3_600_000;

/** An operations store in memory, for tests and the simulation. */
export function memoryStore(options: MemoryStoreOptions): MemoryStore {
  const { now = Date.now, epochId, observe, rewindableMs = 0 } = options;
  let epoch: Epoch = newEpoch(now(), options, { id: epochId });
  const heads = new Map<string, Head>();
  const receipts = new Map<string, { op: OpRecord; at: number }>();
  const lags = new Map<number, number>();
  let written: { memberId: string; before: Head | undefined; at: number }[] = [];

  const longestLag = (hour: number) => {
    const known = [...lags].flatMap(([at, ms]) => (at > hour - 24 ? [ms] : []));
    return known.length > 0 ? Math.max(...known) : null;
  };

  const waitingIn = (state: "unknown" | "review"): Waiting => {
    const known = [...heads.values()].flatMap(({ marks }) => marks[state] ?? []);
    return { members: known.length, oldest: known.length > 0 ? Math.min(...known) : null };
  };

  const backend: StoreBackend = {
    epoch: async () => epoch,
    now: async () => now(),
    read: async (memberId) => heads.get(memberId)?.records ?? null,
    async swap(memberId, records, retired, marks) {
      const before = heads.get(memberId);
      if ((before?.records.version ?? 0) !== records.version - 1 || records.epoch !== epoch.id) return false;
      if (rewindableMs > 0) {
        written = written.filter(({ at }) => at >= now() - rewindableMs);
        written.push({ memberId, before, at: now() });
      }
      heads.set(memberId, { records, marks, at: now() });
      if (retired) receipts.set(`${memberId} ${retired.id}`, { op: retired, at: now() });
      return true;
    },
    async retired(memberId, id) {
      return receipts.get(`${memberId} ${id}`)?.op ?? null;
    },
    leased: async (at, limit) =>
      [...heads]
        .flatMap(([memberId, { marks }]) => (marks.lease !== null && marks.lease < at ? [memberId] : []))
        .slice(0, limit),
    waiting: async () => ({ unknown: waitingIn("unknown"), review: waitingIn("review") }),
    async forget(before) {
      for (const [memberId, { at }] of heads) if (at < before) heads.delete(memberId);
      for (const [id, { at }] of receipts) if (at < before) receipts.delete(id);
    },
    lag: async (hour) => longestLag(hour),
    noteLag: async (hour, ms) => void lags.set(hour, Math.max(ms, lags.get(hour) ?? 0)),
  };
  return {
    ...createStore(backend, observe),
    rewind(ms, next) {
      const known = new Set<string>();
      for (const { memberId, before, at } of written.toReversed()) {
        if (at < now() - ms) break;
        for (const { id } of heads.get(memberId)?.records.recent ?? []) known.add(id);
        if (before) heads.set(memberId, before);
        else heads.delete(memberId);
      }
      written = [];
      const left = [...heads.values()].flatMap(({ records }) => records.recent.map(({ id }) => id));
      if (next) {
        const born = { id: next.id, before: epoch, longestLag: longestLag(Math.floor(now() / HOUR_MS)) };
        epoch = newEpoch(now(), next, born);
      }
      return [...known].filter((id) => !left.includes(id));
    },
  };
}
