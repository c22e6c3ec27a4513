import type { OpRecord, OpState } from "./types";

/**
 * What happened to an operation. `began`: it is stored, nothing was sent. `sent`: its request is on its way. `answered`:
 * the sending has ended, with or without a clear answer. `lost`: the process that sent it has ended. `settled`: an unknown
 * outcome became known, or needs a review. `corrected`: its rows contradict the outcome that was shown. `acknowledged`: the
 * member has confirmed a review.
 */
export type Step = "began" | "sent" | "answered" | "lost" | "settled" | "corrected" | "acknowledged";

/** Gets every step after it was stored, with the operation as it is then. It must neither throw nor wait. */
export type Observer = (memberId: string, step: Step, op: OpRecord) => void;

/** Code of an operation whose process has ended or could not renew the lease. */
export const OWNER_LOST = "OWNER_LOST";

/** Where an operation leaves a state for another, by the one it leaves. Nothing changes after the missing ones. */
const LEAVING: Partial<Record<OpState, Step>> = {
  inflight: "answered",
  unknown: "settled",
  notdone: "corrected",
  review: "corrected",
};

/** The step that a change is; null if it is none. */
export function stepOf(before: OpRecord, { state, code, acknowledged }: OpRecord): Step | null {
  if (state === before.state) return acknowledged && !before.acknowledged ? "acknowledged" : null;
  return before.state === "inflight" && code === OWNER_LOST ? "lost" : (LEAVING[before.state] ?? null);
}
