import { randomBytes } from "node:crypto";
import type { Epoch } from "./records";

/** The epoch of a new, empty store. Money operations are refused for `closedForMs` milliseconds. */
export const newEpoch = (now: number, closedForMs: number, id: string = randomBytes(8).toString("hex")): Epoch => ({
  id,
  bornAt: now,
  openAt: now + closedForMs,
});
