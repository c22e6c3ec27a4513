import type { Log } from "../log";
import type { CallResult } from "./call-result";
import type { Endpoint } from "./endpoint";
import type { CallAuth } from "./requests";

/** The cause of a call that was not sent because its kind is paused. */
export const PAUSED = "paused";

/** One finished call, for the log. `path` is the template: a real path may contain a password. */
interface CallFacts {
  method: string;
  path: string;
  kind: CallResult<unknown>["kind"];
  /** Code or cause; null for an answer. */
  why: string | null;
  ms: number;
  requestId?: string;
  operation?: string;
}

/** Logs the calls of one client. */
export function callLog(log: Pick<Log, "info" | "warn">) {
  /** Why the last call failed; null if it did not. */
  let outage: string | null = null;

  return {
    /**
     * Logs a call. A failure is a warning, except if the same happened just before with no answer in between, which is
     * one outage, and except in an operation, which reports its outcome itself. The breaker reports pauses itself.
     */
    call({ method, path, writes }: Endpoint, verdict: CallResult<unknown>, auth: CallAuth, ms: number): void {
      const why = "cause" in verdict ? verdict.cause : "code" in verdict ? verdict.code : null;
      if (why === PAUSED) return;
      const { requestId, operation } = auth;
      const facts: CallFacts = { method, path, kind: verdict.kind, why, ms: Math.round(ms), requestId, operation };
      if (verdict.kind === "not-sent" || verdict.kind === "unknown") {
        const known = outage === why || operation !== undefined;
        outage = why;
        log[known ? "info" : "warn"](facts, "operator call failed");
        return;
      }
      outage = null;
      if (verdict.kind !== "answer" || writes !== false) log.info(facts, "operator call");
    },
  };
}
