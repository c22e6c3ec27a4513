import type { StatementRow } from "../operator/contract/statement";
import { gathering, looksLike, rowsOf } from "./proofs";
import type { OpInput, RowPattern } from "./proofs";
import type { OpRecord } from "./types";

/** Maximum time between an operation and its row, including the difference of the operator's clock, in milliseconds. */
const TOLERANCE_MS = 5 * 60_000;

interface Match {
  row: number;
  op: OpRecord;
  pattern: RowPattern;
  /** Milliseconds between the row and the time in which the operation ran. */
  distance: number;
}

/**
 * The operation that left each statement row, by its reference; null for rows of other origin. The operator's rows have
 * no id at all, so a row belongs to the operation that leaves such rows and ran nearest in time. Operations of one
 * member never run at the same time. Each leaves one row of a kind, except for the rows that gather the money of games.
 */
export function leftRows(rows: readonly StatementRow[], ops: readonly OpRecord[]): (string | null)[] {
  const owners = rows.map((): string | null => null);
  const taken = new Set<RowPattern>();
  for (const { row, op, pattern } of matches(rows, ops)) {
    if (owners[row] !== null || taken.has(pattern)) continue;
    owners[row] = op.id;
    if (pattern !== gathering) taken.add(pattern);
  }
  return owners;
}

/** Every row with every operation that may have left it, the nearest first. */
function matches(rows: readonly StatementRow[], ops: readonly OpRecord[]): Match[] {
  const done = ops.filter(({ state }) => state === "done");
  const all = done.flatMap((op) =>
    rowsOf(op.op, op.input as OpInput).flatMap((pattern) =>
      rows.flatMap((known, row): Match[] => {
        const distance = distanceOf(known.createdAt.getTime(), op);
        return distance <= TOLERANCE_MS && looksLike(pattern, known) ? [{ row, op, pattern, distance }] : [];
      }),
    ),
  );
  return all.sort((a, b) => a.distance - b.distance);
}

const distanceOf = (at: number, { startedAt, finishedAt }: OpRecord) =>
  Math.max(0, startedAt - at, at - (finishedAt ?? startedAt));
