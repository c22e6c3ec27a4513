import type { RowPattern } from "./proofs";
import type { MarkedRow } from "./rows";
import type { OpRecord } from "./types";

/**
 * The operations, without the rows that equal transfers got before an older one of them appeared, if one still waits for
 * its own: whose each is, their order tells, and only now. What was corrected keeps its rows.
 * @param rows newest first
 * @param awaited of operations that were accepted or are open
 * @returns `ops` itself if all keep theirs
 */
export function withoutLaterEquals(
  ops: readonly OpRecord[],
  rows: readonly MarkedRow[],
  taken: readonly string[],
  awaited: readonly RowPattern[],
): readonly OpRecord[] {
  const names = new Set(awaited.filter(({ type }) => type === "transfer").map(nameOf));
  if (names.size === 0) return ops;
  const owned = new Set([...taken, ...ops.flatMap(({ rows: known = [] }) => known.map(({ mark }) => mark))]);
  const appeared = new Set<string>();
  const later = new Set<string>();
  for (const row of rows.toReversed()) {
    if (row.statementType !== "transfer" || row.status !== "SUCCESS") continue;
    const name = nameOf(row);
    if (!names.has(name)) continue;
    if (!owned.has(row.mark)) appeared.add(name);
    else if (appeared.has(name)) later.add(row.mark);
  }
  if (later.size === 0) return ops;
  return ops.map((op) => {
    const kept = op.rows?.filter(({ mark }) => !later.has(mark));
    return op.corrected || kept?.length === op.rows?.length ? op : { ...op, rows: kept };
  });
}

const nameOf = ({ from, to, amount }: Pick<RowPattern, "from" | "to" | "amount">) => `${from} ${to} ${amount}`;
