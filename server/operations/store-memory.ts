import { createStore } from "./store";
import type { Cells, Epoch, Head, OpStore } from "./store";
import { newEpoch } from "./epoch";
import type { OpRecord } from "./types";

export interface MemoryStoreOptions {
  now?: () => number;
  /** Milliseconds that money stays closed: what the life before this one began may still be executed. */
  closedForMs: number;
  epochId?: string;
}

/** Operations in memory, for tests and the simulation: as durable as the object itself. */
export function memoryStore({ now = Date.now, closedForMs, epochId }: MemoryStoreOptions): OpStore {
  const epoch: Epoch = newEpoch(now(), closedForMs, epochId);
  const heads = new Map<string, { head: Head; lease: number | null; at: number }>();
  const receipts = new Map<string, { op: OpRecord; memberId: string; at: number }>();

  const cells: Cells = {
    epoch: async () => epoch,
    read: async (memberId) => heads.get(memberId)?.head ?? null,
    async swap(memberId, head, retired, lease) {
      const version = heads.get(memberId)?.head.version ?? 0;
      if (version !== head.version - 1 || head.epoch !== epoch.id) return false;
      heads.set(memberId, { head, lease, at: now() });
      if (retired) receipts.set(retired.id, { op: retired, memberId, at: now() });
      return true;
    },
    async retired(memberId, id) {
      const receipt = receipts.get(id);
      return receipt?.memberId === memberId ? receipt.op : null;
    },
    leased: async (at, limit) =>
      [...heads].flatMap(([memberId, { lease }]) => (lease !== null && lease < at ? [memberId] : [])).slice(0, limit),
    async forget(before) {
      for (const [memberId, { at }] of heads) if (at < before) heads.delete(memberId);
      for (const [id, { at }] of receipts) if (at < before) receipts.delete(id);
    },
    close: async () => {},
  };
  return createStore(cells);
}
