import { randomBytes } from "node:crypto";
import { lossyBirths, type Epoch } from "./records";
import { expectedLag, TIMINGS } from "./rules";

/** For how long a loss is remembered, in milliseconds: as long as a verdict is compared with new rows. */
const REMEMBERED_MS = 24 * 3_600_000;

/** How long a new epoch refuses money operations. */
export interface Closing {
  /** Milliseconds with the usual lag of the statement; 0 never closes. */
  closedForMs: number;
  /** The usual lag, which is a part of them, in milliseconds. */
  lagMs?: number;
}

interface Birth {
  id?: string;
  /** The epoch before, if it is known. What it had lost may still show in the statement. */
  before?: Epoch | null;
  /** The longest lag that was measured, in milliseconds: rows of lost operations may appear as late. */
  longestLag?: number | null;
}

/** The epoch of a new store, or of one that forgot something. Money operations are refused until it opens. */
export function newEpoch(now: number, closing: Closing, { id, before, longestLag = null }: Birth = {}): Epoch {
  const { closedForMs, lagMs = TIMINGS.lagMs } = closing;
  const closed = closedForMs === 0 ? 0 : closedForMs - lagMs + expectedLag(lagMs, longestLag);
  const born = { id: id ?? randomBytes(8).toString("hex"), bornAt: now, openAt: now + closed };
  const earlier = before ? lossyBirths(before).filter(({ bornAt }) => now - bornAt < REMEMBERED_MS) : [];
  return earlier.length > 0 ? { ...born, earlier } : born;
}
