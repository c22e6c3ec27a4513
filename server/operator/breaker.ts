/**
 * Holds back calls of a kind that keep failing: pages need not wait for what will not come, and an operator in trouble is
 * left alone. After a pause one call is sent as a probe. One member's failures pause that member's calls only, because
 * they may be about this member.
 */
import type { Log } from "../log";

/** So many failures of a member in a row pause a kind of call for this member. */
const MAX_FAILURES = 5;
/** So many members with failures, and no answer to anybody in between, pause it for all. */
const MAX_CALLERS = 3;
/** Failures further apart than this, in milliseconds, are not in a row. */
const ROW_MS = 60_000;
/** Milliseconds. Each pause is twice as long as the one before. `asked`: the longest at the operator's request. */
const PAUSE_MS = { first: 1_000, longest: 5_000, asked: 60_000 };
/** Members whose failures are remembered, for each kind of call. */
const MAX_REMEMBERED = 1_000;

/** A call that may be sent. */
export interface Pass {
  /** Whether a second attempt may be made: a probe has one, and so has a call whose kind has been paused meanwhile. */
  mayRetry(): boolean;
  /** Reports a failed attempt. `askedMs`: what the operator asks to wait; 0: it does not say. */
  failed(askedMs?: number): void;
  answered(): void;
  /** Must be called when the call has ended. */
  leave(): void;
}

export interface Breaker {
  /** @param caller whose failures count together. @returns null if the call must not be sent now */
  enter(kind: string, caller: string): Pass | null;
  /** Every kind so far, and whether it is paused for all. */
  paused(): (readonly [kind: string, isPaused: boolean])[];
}

/** Calls that are paused together. Times are monotonic milliseconds. */
class Circuit {
  failures = 0;
  private at = -Infinity;
  private pauseMs = 0;
  /** When the next probe may be sent; null: not paused. */
  private opensAt: number | null = null;
  isProbed = false;

  get isPaused() {
    return this.opensAt !== null;
  }

  isHeld(now: number) {
    return this.opensAt !== null && (this.isProbed || now < this.opensAt);
  }

  count(now: number) {
    this.failures = now - this.at < ROW_MS ? this.failures + 1 : 1;
    this.at = now;
  }

  pause(now: number, askedMs: number) {
    this.pauseMs = Math.min(PAUSE_MS.longest, Math.max(PAUSE_MS.first, this.pauseMs * 2));
    this.opensAt = now + Math.max(this.pauseMs, Math.min(PAUSE_MS.asked, askedMs));
  }
}

interface Kind {
  all: Circuit;
  callers: Map<string, Circuit>;
  /** Callers with failures since the last answer to anybody. */
  failing: Set<string>;
}

/** @param now monotonic milliseconds */
export function createBreaker(log: Pick<Log, "info" | "warn">, now: () => number = () => performance.now()): Breaker {
  const kinds = new Map<string, Kind>();

  function kindOf(name: string): Kind {
    const known = kinds.get(name) ?? { all: new Circuit(), callers: new Map(), failing: new Set() };
    kinds.set(name, known);
    return known;
  }

  function remember({ callers }: Kind, caller: string): Circuit {
    const known = callers.get(caller) ?? new Circuit();
    callers.delete(caller);
    callers.set(caller, known);
    if (callers.size > MAX_REMEMBERED) callers.delete(callers.keys().next().value!);
    return known;
  }

  return {
    paused: () => [...kinds].map(([name, { all }]) => [name, all.isPaused] as const),
    enter(name, caller) {
      const kind = kindOf(name);
      const probed = [kind.all, kind.callers.get(caller)].filter((circuit) => circuit?.isPaused) as Circuit[];
      if (probed.some((circuit) => circuit.isHeld(now()))) return null;
      for (const circuit of probed) circuit.isProbed = true;
      return {
        mayRetry: () => probed.length === 0 && !kind.all.isPaused && !kind.callers.get(caller)?.isPaused,
        failed(askedMs = 0) {
          const { all, failing } = kind;
          const wasPaused = all.isPaused;
          const own = remember(kind, caller);
          for (const circuit of [own, all]) circuit.count(now());
          if (all.failures === 1) kind.failing = new Set([caller]);
          else failing.add(caller);
          const isDue = (circuit: Circuit, due: boolean) => probed.includes(circuit) || (due && !circuit.isPaused);
          if (isDue(own, own.failures >= MAX_FAILURES || askedMs > 0)) own.pause(now(), askedMs);
          if (isDue(all, kind.failing.size >= MAX_CALLERS)) all.pause(now(), askedMs);
          if (!wasPaused && all.isPaused) log.warn({ call: name }, "operator calls paused");
        },
        answered() {
          if (kind.all.isPaused) log.info({ call: name }, "operator calls resumed");
          kind.callers.delete(caller);
          kind.failing.clear();
          kind.all = new Circuit();
        },
        leave() {
          for (const circuit of probed) circuit.isProbed = false;
        },
      };
    },
  };
}
