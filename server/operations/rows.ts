import { WALLET } from "../operator/contract/transfer";
import type { StatementRow } from "../operator/contract/statement";

/** A statement row with a name of its own: the operator's rows have no id. */
export interface MarkedRow extends StatementRow {
  mark: string;
}

/** Rows are compared when pages are joined, and again when they are marked. */
const known = new WeakMap<StatementRow, MarkedRow>();

/** A row with its name, as if there were no equal one. */
function named(row: StatementRow): MarkedRow {
  const before = known.get(row);
  if (before?.status === row.status) return before;
  const { statementType, from, to, amount, createdAt } = row;
  const one = { ...row, mark: `${statementType} ${from} ${to} ${amount} ${createdAt.getTime()}` };
  known.set(row, one);
  return one;
}

/** Everything of a row that never changes, which is all but its status. */
export const nameOf = (row: StatementRow): string => named(row).mark;

/**
 * Names each row by what never changes in it. Rows that are equal in all of it are numbered from the oldest.
 * @param rows newest first
 */
export function marked(rows: readonly StatementRow[]): MarkedRow[] {
  const equals = new Map<string, number>();
  const marks: MarkedRow[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = named(rows[at]!);
    const count = (equals.get(row.mark) ?? 0) + 1;
    equals.set(row.mark, count);
    marks.push(count === 1 ? row : { ...row, mark: `${row.mark} #${count}` });
  }
  return marks.reverse();
}

/** How a baseline stores a row: its mark, and whether its result was still open. */
export const seenAs = ({ mark, status }: MarkedRow) => (status === "PENDING" ? `${mark}?` : mark);

/** What a row changes in the balance of an account, in minor units; null if that cannot be told. */
export function effectOn(account: string, { statementType, status, from, to, amount }: StatementRow): number | null {
  if (statementType === "transfer") {
    const direction = (to === account ? 1 : 0) - (from === account ? 1 : 0);
    if (direction === 0 || status === "FAILED") return 0;
    return status === "SUCCESS" ? direction * amount : null;
  }
  if (account !== WALLET) return 0;
  switch (statementType) {
    case "withdraw":
      return status === "FAILED" ? 0 : -amount;
    case "deposit":
    case "bonus":
      return status === "SUCCESS" ? amount : 0;
    case "finish_bonus":
      return 0;
    default:
      return null;
  }
}
