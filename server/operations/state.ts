import type { OpState } from "./types";

/**
 * All legal transitions. `notdone → done` is a correction: the operator executed the request later than it had
 * promised, and `watch` noticed.
 */
const MOVES: Record<OpState | "none", readonly OpState[]> = {
  none: ["inflight"],
  inflight: ["done", "rejected", "unknown"],
  unknown: ["done", "notdone", "review"],
  notdone: ["done"],
  done: [],
  rejected: [],
  review: [],
};

export const canMove = (from: OpState | "none", to: OpState): boolean => MOVES[from].includes(to);

/** @throws Error if the transition is illegal, which is always a programming error */
export function assertMove(from: OpState | "none", to: OpState): void {
  if (!canMove(from, to)) throw new Error(`An operation cannot go from ${from} to ${to}.`);
}

/** No other operation may start: the outcome is not known yet, or the member has not acknowledged the review. */
export const isOpen = (op: { state: OpState; acknowledged: boolean }): boolean =>
  op.state === "inflight" || op.state === "unknown" || (op.state === "review" && !op.acknowledged);
