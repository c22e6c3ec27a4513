import type { Log } from "../log";
import type { Endpoint } from "./endpoint";
import type { Drift } from "./mild-reader";

/** Kinds of differences that are remembered, and so at most logged, in the life of a process. */
const MAX_KINDS = 500;

/** Logs each new kind of difference between an answer and the contract once: where and of which type, never a value. */
export function driftLog(log: Pick<Log, "warn">) {
  const known = new Set<string>();
  return {
    add({ method, path }: Endpoint, drifts: readonly Drift[]): void {
      for (const { path: field, expected, received } of drifts) {
        const kind = [method, path, field, expected, received].join(" ");
        if (known.has(kind) || known.size >= MAX_KINDS) continue;
        known.add(kind);
        log.warn({ method, path, field, expected, received }, "the operator's answer differs from the contract");
      }
    },
  };
}
