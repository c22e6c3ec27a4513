import type { StatementRow } from "../../../server/operator/contract/statement";

/** Minor units. Only successful movements count; transfers between wallet and games are neither in nor out. */
export interface Sums {
  in: number;
  out: number;
  bonus: number;
}

const COUNTS_AS: Partial<Record<StatementRow["statementType"], keyof Sums>> = {
  deposit: "in",
  withdraw: "out",
  bonus: "bonus",
};

/** Adds up money in, money out, and bonuses separately. */
export function sumUp(rows: StatementRow[]): Sums {
  const sums: Sums = { in: 0, out: 0, bonus: 0 };
  for (const { statementType, status, amount } of rows) {
    const side = COUNTS_AS[statementType];
    if (side && status === "SUCCESS") sums[side] += amount;
  }
  return sums;
}
