import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import type { OpName, OpView } from "../../../server/operations/types";
import type { Output } from "../../../server/operator/endpoint";
import type { statement } from "../../../server/operator/contract/statement";
import { factsOf, TRUE_WALLET } from "./words";

/** Maximum time between a call and its row, including the difference of the operator's clock, in milliseconds. */
const TOLERANCE_MS = 5 * 60_000;

export type Settled = "SUCCESS" | "FAILED" | "PENDING";

/** What became of an accepted operation, as the operator's statement says. */
export interface Settlement {
  /** Null if there is nothing to look up, or no row yet. */
  settled: Settled | null;
  /** The amount of a gift, in minor units; null for other operations, and until its row is there. */
  received: number | null;
}

type Row = Output<(typeof statement)["listStatements"]>["statements"][number];

const WITHDRAWAL = { statementType: "withdraw", from: undefined };
const TRUE_WALLET_DEPOSIT = { statementType: "deposit", from: TRUE_WALLET };

/** Operations whose result appears in the statement after they were accepted, and the row to look for. */
const ROWS: Partial<Record<OpName, { statementType: string; from: string | undefined }>> = {
  withdraw: WITHDRAWAL,
  withdrawAll: WITHDRAWAL,
  addToWallet: TRUE_WALLET_DEPOSIT,
  submitTruelink: TRUE_WALLET_DEPOSIT,
};

const NOTHING: Settlement = { settled: null, received: null };

/** What became of an operation. Asks the operator only about operations that leave a row after they were accepted. */
export async function settlementOf(context: AppLoadContext, op: OpView): Promise<Settlement> {
  const row = await settledRow(context, op);
  if (!row) return NOTHING;
  // A gift is received at once; its row only tells the amount.
  return op.op === "submitTruelink" ? { settled: null, received: row.amount } : { settled: row.status, received: null };
}

/**
 * The statement row of an accepted operation: the one nearest in time with its type and amount (the amount of a gift is
 * not known before). Null if there is none.
 */
async function settledRow(context: AppLoadContext, op: OpView): Promise<Row | null> {
  const kind = op.state === "done" ? ROWS[op.op] : undefined;
  if (!kind) return null;
  const { amount } = factsOf(op.input);
  const list = await soft(context.operator.listStatements({ page: 1, limit: 20 }));
  const ended = op.finishedAt ?? op.startedAt;
  const distance = ({ createdAt }: { createdAt: Date }) => Math.abs(+createdAt - ended);
  const rows = list?.statements.filter(
    (row) =>
      row.statementType === kind.statementType &&
      (kind.from === undefined || row.from === kind.from) &&
      (amount === null || row.amount === amount) &&
      +row.createdAt >= op.startedAt - TOLERANCE_MS &&
      +row.createdAt <= ended + TOLERANCE_MS,
  );
  return rows?.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}
