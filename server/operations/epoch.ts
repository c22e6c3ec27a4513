import { randomBytes } from "node:crypto";
import type { Core } from "./core";
import type { Epoch } from "./records";

/** The epoch of a new, empty store. Money operations are refused for `closedForMs` milliseconds. */
export const newEpoch = (now: number, closedForMs: number, id: string = randomBytes(8).toString("hex")): Epoch => ({
  id,
  bornAt: now,
  openAt: now + closedForMs,
});

/**
 * From when on money operations are accepted in an epoch, epoch milliseconds. Its own time assumes the usual lag of the
 * statement; if a longer one is known, rows of lost operations may still appear then.
 */
export async function opensAt({ lag, timings }: Core, { bornAt, openAt }: Epoch): Promise<number> {
  if (openAt === bornAt) return openAt;
  const quietMs = await lag.quietMs();
  const isLonger = quietMs > timings.quietMs + timings.lagMs;
  return isLonger ? Math.max(openAt, bornAt + timings.callMs + quietMs) : openAt;
}
