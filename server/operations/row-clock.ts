import type { MarkedRow } from "./rows";
import type { OpRecord } from "./types";

/** By how much the clock of the rows is ahead of the one that baselines have, in milliseconds. */
export interface RowClock {
  least: number;
  most: number;
}

/** Operations that took longer do not tell when their row was created, in milliseconds. */
const ANSWERED_WITHIN_MS = 10_000;
/** A few may have been given rows that are not theirs. */
const ENOUGH = 3;

/**
 * What the rows of operations that were answered at once tell about their clock; null where there are too few. All of
 * them count: one row that was given to the wrong operation makes the result less exact, not wrong.
 * @param shown rows by their mark
 */
export function rowClockOf(ops: readonly OpRecord[], shown: ReadonlyMap<string, MarkedRow>): RowClock | null {
  const samples = ops.flatMap((op) => {
    const took = (op.finishedAt ?? Infinity) - op.startedAt;
    const row = op.rows?.[0] && shown.get(op.rows[0].mark);
    if (!row || op.state !== "done" || op.corrected || took > ANSWERED_WITHIN_MS) return [];
    return [{ ahead: row.createdAt.getTime() - op.base.at, took }];
  });
  if (samples.length < ENOUGH) return null;
  return {
    least: Math.min(...samples.map(({ ahead, took }) => ahead - took)),
    most: Math.max(...samples.map(({ ahead }) => ahead)),
  };
}
