import { setTimeout as wait } from "node:timers/promises";
import type { RateLimiterRes } from "rate-limiter-flexible";
import { networkOf } from "./network";
import { createGate, createTally, seconds, type MakeLimiter } from "./wrong-answers";

const MINUTE = 60;

/** The limits of wrong answers at sign-in. Carrier NAT shares addresses, so an address has many points. */
const GATES = {
  /** A phone number, tried from browsers that have not signed in to it before. */
  loginPhone: { points: 5, duration: 15 * MINUTE, blocks: [15 * MINUTE] },
  /** A phone number, tried from one browser that has signed in to it before: strangers cannot use up its points. */
  loginKnown: { points: 5, duration: 15 * MINUTE, blocks: [15 * MINUTE] },
  /** An IPv4 address or an IPv6 /64. */
  loginAddress: { points: 30, duration: 15 * MINUTE, blocks: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE] },
} as const;

/** Wrong answers of strangers, from everywhere, that are not slowed. */
const ALL = { points: 120, duration: MINUTE };

/** What each further one delays a try by, and the longest delay, in milliseconds. */
const SLOWER_MS = 100;
const SLOWEST_MS = 8000;
/** Delayed tries that are let through in such a minute. Later ones have to wait for its end. */
const LATE = SLOWEST_MS / SLOWER_MS;

export interface LoginAttempt {
  phone: string;
  address: string;
  /** Id of this browser if it has signed in to this number before, otherwise null. */
  knownBrowser: string | null;
}

/** One try to sign in. */
export interface LoginTry {
  /** Seconds until the next try is allowed; null: this one is. */
  wait: number | null;
  /** To be called after the operator's answer: only a wrong one counts. */
  end(isWrong: boolean): Promise<void>;
}

type Gate = ReturnType<typeof createGate>;

export const NO_LIMIT: LoginTry = { wait: null, end: () => Promise.resolve() };

/** The limits of sign-ins. `keyOf` keeps phone numbers out of the store. */
export function createLoginLimit(
  make: MakeLimiter,
  keyOf: (key: string) => string,
  pointsNow: (points: number) => number,
): (attempt: LoginAttempt) => Promise<LoginTry> {
  const gates = Object.fromEntries(
    Object.entries(GATES).map(([name, rule]) => [name, createGate(make, name, rule, pointsNow)]),
  ) as Record<keyof typeof GATES, Gate>;
  const all = createTally(make, "loginAll", ALL);
  const late = make("loginLate", { points: LATE, duration: MINUTE });

  /** Delays a try by a stranger. @returns the milliseconds until the next one may be made; 0: this one may */
  async function lateMs(excess: number): Promise<number> {
    const isFull = (count: RateLimiterRes | null) => count !== null && count.consumedPoints > pointsNow(LATE);
    const before = await late.get("all");
    if (isFull(before)) return before!.msBeforeNext;
    await wait(Math.min(SLOWEST_MS, excess * SLOWER_MS));
    // Slow answers of the operator are no attack.
    if ((await all.wrongs("all")) < pointsNow(ALL.points)) return 0;
    // Many may have waited together.
    const count = await late.penalty("all", 1);
    return isFull(count) ? count.msBeforeNext : 0;
  }

  return async ({ phone, address, knownBrowser }) => {
    const taken: ((isWrong: boolean) => Promise<unknown>)[] = [];
    const end = async (isWrong: boolean) => {
      for (const one of taken.splice(0)) await one(isWrong);
    };
    const wanted: [Gate, string][] =
      knownBrowser === null
        ? [
            [gates.loginPhone, keyOf(phone)],
            [gates.loginAddress, keyOf(networkOf(address))],
          ]
        : [[gates.loginKnown, keyOf(`${phone} ${knownBrowser}`)]];
    for (const [gate, key] of wanted) {
      const seconds = await gate.begin(key);
      if (seconds !== null) {
        await end(false);
        return { wait: seconds, end };
      }
      taken.push((isWrong) => gate.end(key, isWrong));
    }
    if (knownBrowser === null) {
      const { used } = await all.begin("all");
      taken.push((isWrong) => all.end("all", isWrong));
      const excess = used - pointsNow(ALL.points);
      const ms = excess > 0 ? await lateMs(excess) : 0;
      if (ms > 0) {
        await end(false);
        return { wait: seconds(ms), end };
      }
    }
    return { wait: null, end };
  };
}
