import { WALLET } from "../operator/contract/transfer";
import type { StatementRow } from "../operator/contract/statement";

/** A statement row with a name of its own: the operator's rows have no id. */
export interface MarkedRow extends StatementRow {
  mark: string;
}

/** Rows are named when pages are joined, and again when they are marked. */
const names = new WeakMap<StatementRow, string>();

/** Everything of a row that never changes, which is all but its status. */
export function nameOf(row: StatementRow): string {
  const known = names.get(row);
  if (known !== undefined) return known;
  const { statementType, from, to, amount, createdAt } = row;
  const name = `${statementType} ${from} ${to} ${amount} ${createdAt.getTime()}`;
  names.set(row, name);
  return name;
}

/**
 * Names each row by what never changes in it. Rows that are equal in all of it are numbered from the oldest.
 * @param rows newest first
 */
export function marked(rows: readonly StatementRow[]): MarkedRow[] {
  const equals = new Map<string, number>();
  const named: MarkedRow[] = [];
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at]!;
    const name = nameOf(row);
    const count = (equals.get(name) ?? 0) + 1;
    equals.set(name, count);
    named.push({ ...row, mark: count === 1 ? name : `${name} #${count}` });
  }
  return named.reverse();
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
