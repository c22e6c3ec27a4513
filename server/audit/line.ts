import type { Step } from "../operations/step";
import type { OpName, OpRecord, OpState } from "../operations/types";

/** One step of one operation. It names no account, phone number or secret. */
export interface AuditLine {
  /** Epoch milliseconds. */
  at: number;
  memberId: string;
  step: Step;
  /** The state after the step. */
  state: OpState;
  /** Why it was rejected or is unknown. */
  code: string | null;
  operation: OpName;
  /** The id of the operation, as on its receipt. */
  reference: string;
  /** Minor units; null if the member gave none. */
  amount: number | null;
  currency: string | null;
  /** The request that began the operation, and the client's address without its last part. */
  requestId: string | null;
  network: string | null;
  /** The process that took the step. */
  instance: string;
}

export interface AuditQuery {
  memberId?: string;
  /** The reference of an operation, or the id of the request that began it. */
  reference?: string;
  /** Epoch milliseconds, both included. */
  since?: number;
  until?: number;
}

/** The line of a step that was taken at `at` (epoch milliseconds) by `instance`. */
export function lineOf(
  memberId: string,
  step: Step,
  op: OpRecord,
  { at, instance }: Pick<AuditLine, "at" | "instance">,
) {
  const { amount } = op.input as { amount?: unknown };
  const line: AuditLine = {
    at,
    memberId,
    step,
    state: op.state,
    code: op.code,
    operation: op.op,
    reference: op.id,
    amount: typeof amount === "number" ? amount : null,
    currency: op.origin?.currency ?? null,
    requestId: op.origin?.requestId ?? null,
    network: op.origin?.network ?? null,
    instance,
  };
  return line;
}
