import type { OperatorReads } from "./views";

/** For whom an answer is the same: everybody, or all members with one currency. */
type Circle = "everybody" | "currency";

/** Lookups that are shared. `lookupDeposit` is missing because accounts are assigned to members. */
const SHARED = {
  chatConfig: "everybody",
  lookupActive: "everybody",
  lookupAgreements: "everybody",
  lookupBanks: "everybody",
  lookupConditions: "everybody",
  lookupContact: "everybody",
  lookupEnableChatWidget: "everybody",
  lookupInfo: "everybody",
  lookupNotice: "everybody",
  lookupRegisterOTP: "everybody",
  lookupSlip: "everybody",
  lookupSources: "everybody",
  lookupWithdraw: "currency",
} as const satisfies Partial<Record<keyof OperatorReads, Circle>>;

type SharedName = keyof typeof SHARED;
export type SharedReads = Pick<OperatorReads, SharedName>;

export interface Lookups {
  /**
   * The lookups for one page.
   * @param reads the lookups with the token of the page's member, if there is one; used if no answer is cached
   * @param currency of the member; null if it is not known: then what depends on it is not shared
   */
  through(reads: SharedReads, currency: string | null): SharedReads;
}

/** Lookups that say whether the service or slips are open: members must not be locked out longer than necessary. */
const URGENT: readonly SharedName[] = ["lookupActive", "lookupSlip"];
const URGENT_MS = 30_000;
/** For how many lifetimes a stale answer is used while the operator does not answer. */
const STALE_LIFETIMES = 10;

interface Entry {
  value: unknown;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Caches shared lookups in this process. An answer is fresh for `lifetimeMs`. For up to ten lifetimes a stale answer is
 * returned while one request refreshes it, or if the operator does not answer. Whether the service or slips are open is
 * never returned stale unless the operator does not answer, and is fresh for 30 s at most.
 * @param lifetimeMs milliseconds; 0 turns the cache off
 */
export function createLookups(lifetimeMs: number, now: () => number = Date.now): Lookups {
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<unknown>>();

  function refresh(key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const known = running.get(key);
    if (known) return known;
    const next = ask()
      .then((value) => {
        entries.set(key, { value, at: now() });
        return value;
      })
      .finally(() => running.delete(key));
    running.set(key, next);
    return next;
  }

  async function read(name: SharedName, key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const urgent = URGENT.includes(name);
    const lifetime = urgent ? Math.min(URGENT_MS, lifetimeMs) : lifetimeMs;
    const entry = entries.get(key);
    const age = entry ? now() - entry.at : Infinity;
    if (entry && age < lifetime) return entry.value;
    const stale = entry && age < lifetime * STALE_LIFETIMES ? entry : null;
    const next = refresh(key, ask);
    if (stale && !urgent) {
      next.catch(() => undefined);
      return stale.value;
    }
    try {
      return await next;
    } catch (thrown) {
      if (stale) return stale.value;
      // Several pages may wait for this answer, and a body can be read only once.
      throw thrown instanceof Response ? thrown.clone() : thrown;
    }
  }

  return {
    through(reads, currency) {
      const one = (name: SharedName, circle: Circle) => {
        const ask = () => (reads[name] as () => Promise<unknown>)();
        if (circle === "everybody") return () => read(name, name, ask);
        return currency === null ? ask : () => read(name, `${name} ${currency}`, ask);
      };
      const shared = Object.entries(SHARED) as [SharedName, Circle][];
      return Object.fromEntries(shared.map(([name, circle]) => [name, one(name, circle)])) as unknown as SharedReads;
    },
  };
}
