import type { Redis } from "ioredis";
import type { Outage } from "../log";
import type { Bus } from "../workers/bus";

/** How a deposit was begun on this site. */
export type Begun = "qr" | "truewallet";

/**
 * How long deposits of all members took from the QR, or the announcement, until they were in the wallet. It only
 * informs, so the methods never throw.
 */
export interface Arrivals {
  /** Counts a deposit, once. `id`: of the operation that began it; `ms`: milliseconds that it took. */
  note(begun: Begun, id: string, ms: number): Promise<void>;
  /** The median of the latest in milliseconds; null before there are ten. */
  typical(begun: Begun): Promise<number | null>;
}

/** Deposits that are kept of each kind, and how many make a typical one. */
const KEPT = 50;
const LEAST = 10;
/** Milliseconds that a deposit counts. */
const KEPT_MS = 7 * 24 * 3_600_000;

interface Arrival {
  id: string;
  /** When it was counted, in epoch milliseconds. */
  at: number;
  ms: number;
}

function median(arrivals: readonly Arrival[], now: number): number | null {
  const all = arrivals.filter(({ at }) => now - at < KEPT_MS).map(({ ms }) => ms);
  return all.length < LEAST ? null : all.sort((one, other) => one - other)[Math.floor(all.length / 2)]!;
}

/** For one container, in the memory of each of its processes. Nothing is known after a restart. */
export function processArrivals(now: () => number, bus: Bus): Arrivals {
  const known: Record<Begun, Arrival[]> = { qr: [], truewallet: [] };
  const keep = ({ begun, id, ms }: { begun: Begun; id: string; ms: number }) => {
    if (known[begun].some((arrival) => arrival.id === id)) return;
    known[begun] = [...known[begun], { id, at: now(), ms }].slice(-KEPT);
  };
  bus.listen("arrival", keep);
  return {
    async note(begun, id, ms) {
      keep({ begun, id, ms });
      bus.tell("arrival", { begun, id, ms });
    },
    typical: async (begun) => median(known[begun], now()),
  };
}

/** For several containers: what one has seen, the others tell. */
export function redisArrivals(redis: Redis, now: () => number, outage: Outage): Arrivals {
  const keyOf = (begun: Begun) => `arrivals:${begun}`;
  const read = async (begun: Begun) =>
    (await redis.hvals(keyOf(begun))).map((document) => JSON.parse(document) as Arrival);
  return {
    async note(begun, id, ms) {
      try {
        const isNew = await redis.hsetnx(keyOf(begun), id, JSON.stringify({ id, at: now(), ms }));
        if (!isNew) return;
        await redis.pexpire(keyOf(begun), KEPT_MS);
        const surplus = (await read(begun)).sort((one, other) => other.at - one.at).slice(KEPT);
        if (surplus.length > 0) await redis.hdel(keyOf(begun), ...surplus.map((arrival) => arrival.id));
      } catch (error) {
        outage.failed(error);
      }
    },
    async typical(begun) {
      try {
        return median(await read(begun), now());
      } catch (error) {
        outage.failed(error);
        return null;
      }
    },
  };
}
