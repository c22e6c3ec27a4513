import { legsOf, looksLike, type RowPattern } from "./proofs";
import { isFromLost, type MemberRecords } from "./records";
import type { MarkedRow } from "./rows";
import type { Timings } from "./rules";
import type { OpRecord } from "./types";

/** How far from the time of an operation its row may be if others could have left it too, in milliseconds. */
const NEAR_MS = 5_000;

/** A step that may have left a row that says "failed". */
interface Attempt {
  op: OpRecord;
  pattern: RowPattern;
}

/**
 * The rows of operations that the operator refused at once: the money never left, or is back. They settle nothing, so
 * they are only told, not stored. Where several operations could have left one, its time must tell; if it does not, or
 * it could be of one whose outcome is open, the row has no owner.
 * @param rows newest first, that nothing else has left
 * @returns mark of the row and id of the operation
 */
export function refusals(
  { recent, taken, lost }: Pick<MemberRecords, "recent" | "taken" | "lost">,
  rows: readonly MarkedRow[],
  timings: Timings,
): [string, string][] {
  const attempts = recent.flatMap(attemptsOf);
  const bound: [string, string][] = [];
  for (const row of rows.toReversed()) {
    if (row.status !== "FAILED" || taken.includes(row.mark) || isFromLost(row, lost)) continue;
    const possible = attempts.filter((one) => mayHaveLeft(one, row, one.op.base.slack, timings));
    const near = possible.filter((one) => mayHaveLeft(one, row, NEAR_MS, timings));
    const owner = near[0] ?? (possible.length === 1 ? possible[0] : undefined);
    if (!owner) continue;
    attempts.splice(attempts.indexOf(owner), 1);
    if (owner.op.state === "rejected") bound.push([row.mark, owner.op.id]);
  }
  return bound;
}

/** The steps whose rows have not appeared. One that was accepted owns its row already, whatever became of it. */
const attemptsOf = (op: OpRecord): Attempt[] =>
  op.state === "done" || op.traceless || !op.base.seen
    ? []
    : legsOf(op).flatMap((pattern, leg) => (op.rows?.some((row) => row.leg === leg) ? [] : [{ op, pattern }]));

/** Whether it is such a row, of this amount, from while the operation ran: by the operator's clock, give or take `slack`. */
function mayHaveLeft({ op, pattern }: Attempt, row: MarkedRow, slack: number, { callMs, quietMs }: Timings): boolean {
  const { at, horizon, seen } = op.base;
  const created = row.createdAt.getTime();
  const ended = at + ((op.state === "rejected" && op.finishedAt) || op.startedAt + callMs + quietMs) - op.startedAt;
  return (
    looksLike(pattern, row) &&
    (pattern.amount ?? pattern.expected) === row.amount &&
    created >= at - slack &&
    created <= ended + slack &&
    (horizon === null || created > horizon) &&
    !seen.includes(row.mark) &&
    !seen.includes(`${row.mark}?`)
  );
}
