import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import type { OpName, OpView } from "../../../server/operations/types";
import { factsOf, TRUE_WALLET } from "~/features/receipt/words";

/** How far the operator's clock may be from ours, and a row behind its call: milliseconds. */
const APART_MS = 5 * 60_000;

export type Settled = "SUCCESS" | "FAILED" | "PENDING";

interface Row {
  status: Settled;
  /** Minor units. */
  amount: number;
}

const WITHDRAWAL = { statementType: "withdraw", from: undefined };
const TRUE_WALLET_DEPOSIT = { statementType: "deposit", from: TRUE_WALLET };

/** The rows that show what becomes of an operation after the operator has accepted it. */
const ROWS: Partial<Record<OpName, { statementType: string; from: string | undefined }>> = {
  withdraw: WITHDRAWAL,
  withdrawAll: WITHDRAWAL,
  addToWallet: TRUE_WALLET_DEPOSIT,
  submitTruelink: TRUE_WALLET_DEPOSIT,
};

/**
 * The row in the statement of an operation that the operator accepted: of its kind and amount (a gift's is not known
 * before), and nearest to its time. Null when the statement does not show it.
 */
export async function settledRow(context: AppLoadContext, op: OpView): Promise<Row | null> {
  const like = op.state === "done" ? ROWS[op.op] : undefined;
  if (!like) return null;
  const { amount } = factsOf(op.input);
  const list = await soft(context.operator.listStatements({ page: 1, limit: 20 }));
  const ended = op.finishedAt ?? op.startedAt;
  const distance = ({ createdAt }: { createdAt: Date }) => Math.abs(+createdAt - ended);
  const rows = list?.statements.filter(
    (row) =>
      row.statementType === like.statementType &&
      (like.from === undefined || row.from === like.from) &&
      (amount === null || row.amount === amount) &&
      +row.createdAt >= op.startedAt - APART_MS &&
      +row.createdAt <= ended + APART_MS,
  );
  return rows?.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
