import type { Log } from "../log";
import type { Endpoint } from "./endpoint";
import type { Drift } from "./mild-reader";

/** Kinds of differences that are remembered, and so at most counted and logged, in the life of a process. */
const MAX_KINDS = 500;
const DAY_MS = 24 * 3_600_000;

/** A kind of difference between answers and the contract. It never holds a value. */
export interface KnownDrift {
  /** Method and path template. */
  call: string;
  /** Such as `slots[].amount`; empty: the whole answer. */
  field: string;
  expected: string;
  /** The type. */
  received: string;
  /** The answer could be read all the same. */
  forgiven: boolean;
  /** Answers with it since the start of the process. */
  times: number;
}

export interface Drifts {
  note(endpoint: Pick<Endpoint, "method" | "path">, found: readonly Drift[], forgiven: boolean): void;
  all(): readonly KnownDrift[];
}

/** Counts what answers differ in, and logs each kind once a day. @param now monotonic milliseconds */
export function createDrifts(log: Pick<Log, "warn">, now: () => number = () => performance.now()): Drifts {
  const known = new Map<string, { drift: KnownDrift; loggedAt: number }>();
  return {
    note({ method, path }, found, forgiven) {
      const told = new Set<string>();
      for (const { path: field, expected, received } of found) {
        const key = [method, path, field, expected, received, forgiven].join(" ");
        // A list may have it in many of its entries.
        if (told.has(key)) continue;
        told.add(key);
        const before = known.get(key);
        if (!before && known.size >= MAX_KINDS) continue;
        const drift = before?.drift ?? { call: `${method} ${path}`, field, expected, received, forgiven, times: 0 };
        drift.times += 1;
        const isDue = !before || now() - before.loggedAt >= DAY_MS;
        known.set(key, { drift, loggedAt: isDue ? now() : before.loggedAt });
        if (isDue)
          log.warn(
            { method, path, field, expected, received, forgiven, times: drift.times },
            "the operator's answer differs from the contract",
          );
      }
    },
    all: () => [...known.values()].map(({ drift }) => drift),
  };
}
