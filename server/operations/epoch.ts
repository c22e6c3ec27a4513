import { randomBytes } from "node:crypto";
import type { Epoch } from "./store";

/** The first life of a store that holds nothing. Money opens `closedForMs` later. */
export const newEpoch = (now: number, closedForMs: number, id: string = randomBytes(8).toString("hex")): Epoch => ({
  id,
  bornAt: now,
  openAt: now + closedForMs,
});
