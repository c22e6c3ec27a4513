import type { Step } from "../operations/step";
import type { OpName, OpRecord, OpState } from "../operations/types";

/** A change of what the member has asked of this site. The operator knows nothing of it. */
export type LimitChange = "setDepositLimits" | "raiseDepositLimit" | "takeBreak";

/** A change of the account that moves no money. */
export type AccountChange = "updateProfile" | "updateBankAccountName" | "changePassword" | LimitChange;

/** One step of one operation or change. It names no account, phone number or secret. */
export interface AuditLine {
  /** Epoch milliseconds. */
  at: number;
  memberId: string;
  step: Step;
  /** The state after the step. */
  state: OpState;
  /** Why it was rejected or is unknown. */
  code: string | null;
  operation: OpName | AccountChange;
  /** The id of the operation, as on its receipt; of a change of the account, the id of its request. */
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

/** What is known of a step of a change of the account. */
export type AccountStep = Pick<AuditLine, "memberId" | "step" | "state" | "code" | "network"> & {
  operation: AccountChange;
  requestId: string;
};

/** Its line. It has no amount, and the old and new values are not in it. */
export const accountLine = (facts: AccountStep, { at, instance }: Pick<AuditLine, "at" | "instance">): AuditLine => ({
  at,
  ...facts,
  reference: facts.requestId,
  amount: null,
  currency: null,
  instance,
});
