import type { StatementRow } from "../operator/contract/statement";
import type { Core } from "./core";
import { withRows } from "./reconcile";
import { marked } from "./rows";
import type { MemberRecords } from "./records";

/**
 * The operation that left each statement row, by its id; null for rows of other origin, and of operations that are no
 * longer among the recent ones.
 * @param rows newest first
 */
export function leftRows(core: Core, records: MemberRecords, rows: readonly StatementRow[]): (string | null)[] {
  const named = marked(rows);
  const changed = new Map(withRows(core, records, named).map((op) => [op.id, op]));
  const owners = records.recent.flatMap((op) =>
    ((changed.get(op.id) ?? op).rows ?? []).map(({ mark }): [string, string] => [mark, op.id]),
  );
  const ownerOf = new Map(owners);
  return named.map(({ mark }) => ownerOf.get(mark) ?? null);
}
