import { Refusal } from "../refusal";
import type { World } from "../world";

const MINUTE_MS = 60_000;
/** Beyond this many subjects, expired entries are deleted. */
const SUBJECTS_KEPT = 10_000;

/** Calls that may succeed once in `onceEveryMs` per subject. */
const once: readonly string[] = [
  "withdraw",
  "withdrawAll",
  "sendOtp",
  "register",
  "changePassword",
  "resetSlotPassword",
];

/** Calls limited to `slipsAndGiftsPerMinute` per subject. */
const paced: readonly string[] = ["uploadSlip", "submitTruelink"];

export interface LimitedCall {
  operationId: string;
  /** Key for the limit on all calls: the token, or the address of a guest. */
  caller: string;
  /** Key for the limits on this call: the member, the phone or the address. */
  subject: string;
}

export interface Limits {
  /** Counts a call. Throws REQUEST_LIMIT or REQUEST_LIMIT_1MIN. */
  enter(call: LimitedCall): void;
  succeeded(call: LimitedCall): void;
  refused(call: LimitedCall, code: string): void;
  reset(): void;
}

/** The operator's rate limits, kept in memory: a restart resets them. */
export function createLimits(world: World): Limits {
  const minutes = new Map<string, { start: number; count: number }>();
  const successes = new Map<string, number>();

  /** The count of `key` in its current minute, and the seconds until that minute ends. */
  const minuteOf = (key: string) => {
    const now = world.now();
    const minute = minutes.get(key);
    if (!minute || now - minute.start >= MINUTE_MS) return { count: 0, rest: 60 };
    return { count: minute.count, rest: Math.ceil((minute.start + MINUTE_MS - now) / 1000) };
  };
  const count = (key: string) => {
    const now = world.now();
    const minute = minutes.get(key);
    if (minute && now - minute.start < MINUTE_MS) minute.count += 1;
    else minutes.set(key, { start: now, count: 1 });
    if (minutes.size > SUBJECTS_KEPT)
      for (const [old, { start }] of minutes) if (now - start >= MINUTE_MS) minutes.delete(old);
  };
  const keyOf = ({ operationId, subject }: LimitedCall) => `${operationId} ${subject}`;

  return {
    enter: (call) => {
      const { callsPerMinute, loginFailuresPerMinute, slipsAndGiftsPerMinute, onceEveryMs } = world.switches.current;
      const calls = minuteOf(call.caller);
      if (callsPerMinute > 0 && calls.count >= callsPerMinute) throw new Refusal("REQUEST_LIMIT", calls.rest);
      count(call.caller);
      const own = minuteOf(keyOf(call));
      const isPaced = paced.includes(call.operationId);
      const max = isPaced ? slipsAndGiftsPerMinute : call.operationId === "login" ? loginFailuresPerMinute : 0;
      if (max > 0 && own.count >= max) throw new Refusal("REQUEST_LIMIT_1MIN", own.rest);
      if (isPaced) count(keyOf(call));
      const wait = (successes.get(keyOf(call)) ?? -Infinity) + onceEveryMs - world.now();
      if (onceEveryMs > 0 && wait > 0) throw new Refusal("REQUEST_LIMIT_1MIN", Math.ceil(wait / 1000));
    },
    succeeded: (call) => {
      if (!once.includes(call.operationId)) return;
      if (successes.size > SUBJECTS_KEPT) successes.clear();
      successes.set(keyOf(call), world.now());
    },
    refused: (call, code) => {
      if (call.operationId === "login" && code === "WRONG_CREDENTIAL") count(keyOf(call));
    },
    reset: () => {
      minutes.clear();
      successes.clear();
    },
  };
}
