import type { OperatorReads } from "./views";

/** The same for everybody. `lookupDeposit` is not among them: it belongs to a member. */
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

/** Whether something is open: a member who was sent away must not wait long to be let in again. */
const URGENT: readonly SharedName[] = ["lookupActive", "lookupSlip"];
const URGENT_MS = 30_000;
/** For how many lifetimes an old answer stands in while the operator does not give a new one. */
const STALE_LIFETIMES = 10;

interface Entry {
  value: unknown;
  at: number;
}

/**
 * Shared lookups, kept in this process: fresh for `lifetimeMs`, then shown while one request fetches the next,
 * and for ten lifetimes when the operator does not answer. Whether the service, or the time for slips, is open is always asked again after 30 s.
 * @param reads how to ask the operator; without a member's token
 * @param lifetimeMs 0 turns the cache off
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
      // Several pages may wait for one answer, and a body can be read only once.
      throw thrown instanceof Response ? thrown.clone() : thrown;
    }
  };

  return Object.fromEntries(SHARED.map((name) => [name, () => read(name)])) as unknown as SharedReads;
}
