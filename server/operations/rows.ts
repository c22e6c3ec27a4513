import { WALLET } from "../operator/contract/transfer";
import type { StatementRow } from "../operator/contract/statement";

/** A statement row with a name of its own: the operator's rows have no id. */
export interface MarkedRow extends StatementRow {
  mark: string;
}

/** Everything of a row that never changes, which is all but its status. */
export const nameOf = ({ statementType, from, to, amount, createdAt }: StatementRow) =>
  `${statementType} ${from} ${to} ${amount} ${createdAt.getTime()}`;

/**
 * Names each row by what never changes in it. Rows that are equal in all of it are numbered from the oldest.
 * @param rows newest first
 */
export function marked(rows: readonly StatementRow[]): MarkedRow[] {
  const equals = new Map<string, number>();
  const named = rows.toReversed().map((row): MarkedRow => {
    const mark = nameOf(row);
    const count = (equals.get(mark) ?? 0) + 1;
    equals.set(mark, count);
    return { ...row, mark: count === 1 ? mark : `${mark} #${count}` };
  });
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
