import type { OpName, OpState } from "./types";

/**
 * All legal transitions. What ends in `done` from a final state is a correction: rows appeared that contradict what was
 * said.
 */
const MOVES: Record<OpState | "none", readonly OpState[]> = {
  none: ["inflight"],
  inflight: ["done", "rejected", "unknown"],
  unknown: ["done", "notdone", "review"],
  notdone: ["done"],
  done: [],
  rejected: [],
  review: ["done"],
};

export const canMove = (from: OpState | "none", to: OpState): boolean => MOVES[from].includes(to);

/** @throws Error if the transition is illegal, which is always a programming error */
export function assertMove(from: OpState | "none", to: OpState): void {
  if (!canMove(from, to)) throw new Error(`An operation cannot go from ${from} to ${to}.`);
}

/** The outcome is not known yet, or the member has not acknowledged the review. */
export const isOpen = (op: { state: OpState; acknowledged: boolean }): boolean =>
  op.state === "inflight" || op.state === "unknown" || (op.state === "review" && !op.acknowledged);

/** What an operation is about. Only those that move money can be proved by balances, so only they exclude each other. */
const KINDS: Partial<Record<OpName, "qr" | "slip" | "spin">> = {
  createQr: "qr",
  cancelQr: "qr",
  uploadSlip: "slip",
  spin: "spin",
};

/** A slip tells of money that was sent already: it can always be sent, whatever happened since its form was opened. */
export const isUnordered = (op: OpName): boolean => KINDS[op] === "slip";

/** Whether an open operation keeps forms of `op` closed. A QR does so only while it is being made or cancelled. */
export function closes(open: { op: OpName; state: OpState; acknowledged: boolean }, op: OpName): boolean {
  if (!isOpen(open) || KINDS[open.op] !== KINDS[op] || isUnordered(op)) return false;
  return KINDS[op] !== "qr" || open.state === "inflight";
}
