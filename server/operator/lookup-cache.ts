import type { OperatorReads } from "./views";

/** Lookups with the same answer for everybody. `lookupDeposit` is missing because it depends on the member. */
const SHARED = [
  "lookupActive",
  "lookupAgreements",
  "lookupBanks",
  "lookupConditions",
  "lookupContact",
  "lookupEnableChatWidget",
  "lookupInfo",
  "lookupNotice",
  "lookupRegisterOTP",
  "lookupSlip",
  "lookupSources",
  "lookupWithdraw",
] as const satisfies readonly (keyof OperatorReads)[];

type SharedName = (typeof SHARED)[number];
export type SharedReads = Pick<OperatorReads, SharedName>;

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
 * @param reads the operator's lookups, without a member's token
 * @param lifetimeMs milliseconds; 0 turns the cache off
 */
export function createLookups(reads: SharedReads, lifetimeMs: number, now: () => number = Date.now): SharedReads {
  const entries = new Map<SharedName, Entry>();
  const running = new Map<SharedName, Promise<unknown>>();

  const refresh = (name: SharedName): Promise<unknown> => {
    const known = running.get(name);
    if (known) return known;
    const next = Promise.resolve(reads[name]({}))
      .then((value) => {
        entries.set(name, { value, at: now() });
        return value;
      })
      .finally(() => running.delete(name));
    running.set(name, next);
    return next;
  };

  const read = async (name: SharedName): Promise<unknown> => {
    const urgent = URGENT.includes(name);
    const lifetime = urgent ? Math.min(URGENT_MS, lifetimeMs) : lifetimeMs;
    const entry = entries.get(name);
    const age = entry ? now() - entry.at : Infinity;
    if (entry && age < lifetime) return entry.value;
    const stale = entry && age < lifetime * STALE_LIFETIMES ? entry : null;
    const next = refresh(name);
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
  };

  return Object.fromEntries(SHARED.map((name) => [name, () => read(name)])) as unknown as SharedReads;
}
