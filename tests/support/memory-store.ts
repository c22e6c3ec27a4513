import { createStore } from "../../server/operations/store";
import type { StoreBackend, Epoch, MemberRecords, OpStore } from "../../server/operations/store";
import { newEpoch } from "../../server/operations/epoch";
import type { Observer } from "../../server/operations/step";
import type { OpRecord } from "../../server/operations/types";

export interface MemoryStoreOptions {
  now?: () => number;
  /** Milliseconds that money operations are refused at first, because earlier calls may still take effect. */
  closedForMs: number;
  epochId?: string;
  observe?: Observer;
}

/** An operations store in memory, for tests and the simulation. */
export function memoryStore({ now = Date.now, closedForMs, epochId, observe }: MemoryStoreOptions): OpStore {
  const epoch: Epoch = newEpoch(now(), closedForMs, epochId);
  const heads = new Map<string, { records: MemberRecords; lease: number | null; at: number }>();
  const receipts = new Map<string, { op: OpRecord; at: number }>();

  const backend: StoreBackend = {
    epoch: async () => epoch,
    read: async (memberId) => heads.get(memberId)?.records ?? null,
    async swap(memberId, records, retired, lease) {
      const version = heads.get(memberId)?.records.version ?? 0;
      if (version !== records.version - 1 || records.epoch !== epoch.id) return false;
      heads.set(memberId, { records, lease, at: now() });
      if (retired) receipts.set(`${memberId} ${retired.id}`, { op: retired, at: now() });
      return true;
    },
    async retired(memberId, id) {
      return receipts.get(`${memberId} ${id}`)?.op ?? null;
    },
    leased: async (at, limit) =>
      [...heads].flatMap(([memberId, { lease }]) => (lease !== null && lease < at ? [memberId] : [])).slice(0, limit),
    async forget(before) {
      for (const [memberId, { at }] of heads) if (at < before) heads.delete(memberId);
      for (const [id, { at }] of receipts) if (at < before) receipts.delete(id);
    },
  };
  return createStore(backend, observe);
}
