import { setTimeout as wait } from "node:timers/promises";
import { networkOf } from "../http/network";
import type { Limits } from "../http/rate-limit";

export interface Places {
  /**
   * Waits for the member's earlier upload to end, then takes a place, and waits until its address may begin. Returns the
   * function that frees it, or null if no place is free, the earlier upload did not end in time, or the browser has left.
   */
  enter(memberId: string, address: string, browser: Browser): Promise<(() => void) | null>;
}

/** Who waits for a turn is looked at this often, whether they are still there. */
const LOOK_MS = 200;

/** The answer's side of a connection. */
interface Browser {
  readonly destroyed: boolean;
}

/** Of an address at once, and how long a second upload of a member waits (milliseconds), for slips and files alike. */
const SHARED = { perAddress: 10, patienceMs: 10_000 };

/** What places depend on. */
interface Deployment {
  limits: Pick<Limits, "pace">;
  config: { workers: number };
}

/** The places of this process for uploads of one kind, paced as the rate limits say. @param total of all workers */
export const placesFor = (total: number, { limits, config }: Deployment): Places =>
  createPlaces({
    ...SHARED,
    total: Math.ceil(total / config.workers),
    pace: (address) => limits.pace("upload", address),
  });

interface Options {
  /** Uploads at the same time in this process. */
  total: number;
  /** Of these, from one address. Phones of one mobile network share addresses, so there are several. */
  perAddress: number;
  /** Milliseconds that a second upload of a member waits for the first one. */
  patienceMs: number;
  /** Milliseconds until this address may begin another upload; 0: now. */
  pace(address: string): Promise<number>;
}

/**
 * Limits concurrent uploads: one per member, some per address, `total` in all. On a second tap browsers abort the first
 * upload and start another, so the second one waits for the first instead of being rejected.
 */
export function createPlaces({ total, perAddress, patienceMs, pace }: Options): Places {
  const taken = new Map<string, { address: string; left: Promise<void> }>();
  const countOf = (address: string) => [...taken.values()].filter((place) => place.address === address).length;
  return {
    async enter(memberId, told, browser) {
      const address = networkOf(told);
      const before = taken.get(memberId);
      if (before) {
        let timer: NodeJS.Timeout | undefined;
        const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
        await Promise.race([before.left, tooLong]);
        clearTimeout(timer);
      }
      if (taken.has(memberId) || taken.size >= total || countOf(address) >= perAddress) return null;
      let leave = () => {};
      const left = new Promise<void>((resolve) => (leave = resolve));
      taken.set(memberId, { address, left });
      const end = () => {
        taken.delete(memberId);
        leave();
      };
      while (!browser.destroyed) {
        const ms = await pace(address);
        if (ms > 0) await wait(Math.min(ms, LOOK_MS));
        else return end;
      }
      end();
      return null;
    },
  };
}
