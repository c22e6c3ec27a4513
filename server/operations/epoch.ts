import { randomBytes } from "node:crypto";
import type { Core } from "./core";
import { lossyBirths, type Epoch } from "./records";

/** For how long a loss is remembered, in milliseconds: as long as a verdict is compared with new rows. */
const REMEMBERED_MS = 24 * 3_600_000;

interface Birth {
  id?: string;
  /** The epoch before, if it is known. What it had lost may still show in the statement. */
  before?: Epoch | null;
}

/** The epoch of a new store, or of one that forgot something. Money operations are refused for `closedForMs` milliseconds. */
export function newEpoch(now: number, closedForMs: number, { id, before }: Birth = {}): Epoch {
  const born = { id: id ?? randomBytes(8).toString("hex"), bornAt: now, openAt: now + closedForMs };
  const earlier = before ? lossyBirths(before).filter(({ bornAt }) => now - bornAt < REMEMBERED_MS) : [];
  return earlier.length > 0 ? { ...born, earlier } : born;
}

/**
 * From when on money operations are accepted in an epoch, epoch milliseconds. Its own time assumes the usual lag of the
 * statement; if a longer one is known, rows of lost operations may still appear then. A lag that is measured later does
 * not close it again.
 */
export async function opensAt({ lag, timings, openings }: Core, { id, bornAt, openAt }: Epoch): Promise<number> {
  if (openAt === bornAt) return openAt;
  const known = openings.get(id);
  if (known !== undefined) return Math.max(known, openAt);
  const quietMs = await lag.quietMs();
  const isLonger = quietMs > timings.quietMs + timings.lagMs;
  const at = isLonger ? Math.max(openAt, bornAt + timings.callMs + quietMs) : openAt;
  openings.set(id, at);
  return at;
}
