import type { OpState } from "./types";

/**
 * Every legal move. `notdone → done` is a correction, not a verdict: the operator executed after the longest
 * time it had promised, and the watcher saw it.
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

/** Throws when an operation may not go from `from` to `to`: that is a fault of the program, never of a member. */
export function assertMove(from: OpState | "none", to: OpState): void {
  if (!canMove(from, to)) throw new Error(`An operation cannot go from ${from} to ${to}.`);
}

/** Money waits for it: its end is not known yet, or the member has not yet read how it ended. */
export const isOpen = (op: { state: OpState; acknowledged: boolean }): boolean =>
  op.state === "inflight" || op.state === "unknown" || (op.state === "review" && !op.acknowledged);
