/**
 * Types of the operations engine (docs/decisions/operations.md). Amounts are integer minor units, times are epoch
 * milliseconds.
 */
import type { OperationName } from "../operator/contract";
import type { StatementRow } from "../operator/contract/statement";
import type { Hindrance } from "../protection/types";
import type { Json } from "./json";

/**
 * Every operation that the engine sends, named like its call in the contract. Each has a proof in `proofs.ts`. Form
 * keys contain the index, so append new names and never remove one.
 */
export const OP_NAMES = [
  "transfer",
  "transferAll",
  "withdraw",
  "withdrawAll",
  "createQr",
  "cancelQr",
  "addToWallet",
  "submitTruelink",
  "uploadSlip",
  "receiveInviteBonus",
  "receiveRefund",
  "addRefundToWallet",
  "activateBonus",
  "clearBonus",
  "activatePromotion",
  "spin",
  "claimCoupon",
] as const satisfies readonly OperationName[];

export type OpName = (typeof OP_NAMES)[number];

/** An upload that is streamed while its operation runs; it is not stored. */
export interface UploadContent {
  /** Value of `Content-Type`. */
  type: string;
  body: AsyncIterable<Uint8Array>;
  /** Whether the operator may have received all of it. Until then it cannot have accepted the upload. */
  isWhole(): boolean;
  /** What to store about it; complete only after the body has ended. */
  facts(): Record<string, Json>;
}

/** A bank account by its last digits: records do not hold the whole number. */
export interface PaidTo {
  code: string;
  /** At most four digits. */
  end: string;
}

export type OpState = "inflight" | "done" | "rejected" | "unknown" | "notdone" | "review";

/** What the operator showed just before the dispatch. Only changes since then can prove the operation. */
export interface Baseline {
  /** The operator's time of the reading, epoch milliseconds, and by how many milliseconds it may be wrong. */
  at: number;
  slack: number;
  /** Rows created at or before this time are ignored, in the baseline and later. Null: every row counts. */
  horizon: number | null;
  /** The marks (`rows.ts`) of the rows after the horizon; those still pending end with `?`. Empty once all is settled. */
  seen: readonly string[];
  /** The balances by account that could be read; `wallet` is the main wallet. */
  balances: Record<string, number>;
  /** The QR that was open and its amount in minor units, for QR operations. */
  qrcodeId: string | null;
  qrAmount?: number | null;
  /** Number of our own earlier slips that had not appeared yet, for slips. */
  owed: number;
  /** The condition that a reward changes (`Proof`), as it was. */
  condition?: boolean;
  /** Of a withdrawal: the member's bank account. */
  bank?: PaidTo;
  /** The coins, and the ids of the coupons, for a spin. */
  prizes?: { coins: number; coupons: readonly string[] };
}

/** A statement row that belongs to an operation. */
export interface ClaimedRow {
  /** See `rows.ts`. */
  mark: string;
  /** Index of the leg that left it. */
  leg: number;
  status: StatementRow["status"];
  /** Minor units. */
  amount: number;
}

/** One step of an operation that moves money, as pages see it. Accounts as in the statement; `amount` in minor units. */
export interface Leg {
  from: string | null;
  to: string | null;
  amount: number | null;
  /** `open`: its row has not appeared yet. */
  state: "moved" | "not" | "open";
}

/** The request that began an operation. */
export interface Origin {
  requestId: string | null;
  /** The client's address without its last part. */
  network: string | null;
  /** `BAHT` or `LAK`, of the amounts. */
  currency: string | null;
}

/** A stored operation. */
export interface OpRecord {
  /** The reference that the member sees (`server/reference.ts`); a UUID in records of version 1.1.14 and before. */
  id: string;
  /** The member's sequence after this operation. */
  seq: number;
  /** The sequence in the submitted form. */
  keySeq: number;
  /** The records' `floor` when it began; restored if nothing was sent. */
  floor: number;
  op: OpName;
  /** See `fingerprintOf`: equal fingerprints mean the same operation. */
  fingerprint: string;
  input: Json;
  state: OpState;
  /** Why it was rejected (a code of the error catalog, or `NOT_SENT`) or is unknown. */
  code: string | null;
  /** The operator's text, if it is to be shown (a QR refusal, or a refusal without a code). */
  message: string | null;
  /**
   * When done: the operator's decoded answer, without QR markup. When refused with a waiting time: `{
   * retryAfterSeconds }`.
   */
  output: Json;
  startedAt: number;
  finishedAt: number | null;
  /** Once unknown: end of the quiet time. Until then its rows may still appear. */
  checkUntil: number | null;
  base: Baseline;
  owner: string | null;
  /** By the store's clock. */
  leaseUntil: number;
  /** The member has confirmed a review, so new operations are allowed again. */
  acknowledged: boolean;
  /** For the audit trail. Records from before it have none. */
  origin?: Origin;
  /** It leaves no rows: nothing was sent, or it had been done before. */
  traceless?: true;
  /** The statement rows it left, as far as they have appeared. No row belongs to two operations. */
  rows?: readonly ClaimedRow[];
  /** Refused, of several steps: every row that it can have left has appeared. */
  legsKnown?: true;
  /** Refused, of several steps: the games that had as much after the refusal as before it, so nothing was taken from them. */
  kept?: readonly string[];
  /** The outcome that was shown before its rows contradicted it, and whether the member has opened the receipt since. */
  corrected?: { from: OpState; seen: boolean };
}

/** An operation as pages see it. */
export interface OpView extends Pick<
  OpRecord,
  "id" | "op" | "state" | "code" | "message" | "input" | "output" | "startedAt" | "finishedAt" | "checkUntil"
> {
  /** The message key of `code`; null without one. */
  text: string | null;
  /** What became of it after it was accepted, if its own row says so. Null: it has not appeared yet. */
  settled: StatementRow["status"] | null;
  /** The amount of a gift or a reward, in minor units; null until its row has appeared. */
  received: number | null;
  /** Of a withdrawal: the bank account that it was sent to; null if that is not known. */
  paidTo: PaidTo | null;
  /** Of an operation with several, or one that collected money; else empty. */
  legs: Leg[];
  /** The balances by account just before it, in minor units. */
  before: Record<string, number>;
  /** The outcome that pages showed before it was corrected, or null. */
  corrected: OpState | null;
  /** Ids of the coupons just before a spin. */
  coupons: readonly string[];
}

/** The outcome of a submitted form. */
export type RunOutcome =
  /** Sent, now or earlier by the same form; or another operation is open. Redirect to the receipt. */
  | { kind: "receipt"; id: string }
  /** The form is older than the member's last operation: show that one and a fresh form. */
  | { kind: "stale"; last: OpView | null }
  /** The same operation may have happened just before the records were lost: ask for confirmation. */
  | { kind: "confirm" }
  /** What the member has asked of this site keeps it from beginning. Nothing was sent. */
  | { kind: "hindered"; by: Hindrance }
  /** Nothing was sent. `until`: when operations are allowed again, if known. */
  | { kind: "closed"; reason: "starting" | "store" | "operator" | "busy" | "not-sent"; until: number | null }
  /** The operator rejected the member's token; nothing was done. */
  | { kind: "login" }
  /** The account or the service is gone; nothing was done. */
  | { kind: "gone" };

export interface RunOptions {
  /** The member has confirmed that the same operation should be done again. */
  confirmed?: boolean;
  /** What the call sends besides `input`. Only the port gets it; it is never stored or logged. */
  unrecorded?: unknown;
  /**
   * For a body that is still arriving: resolves when all of it was passed on. Only then the wait for the answer
   * begins.
   */
  handedOver?: Promise<unknown>;
  /**
   * Asked before a new operation begins: an outcome keeps it from beginning. A form that was sent before gets its receipt.
   * Never rejects.
   */
  hindrance?: () => Promise<RunOutcome | null>;
}

/**
 * The engine as routes see it, bound to one member and one request. The request works on one snapshot of the records.
 */
export interface MemberOperations {
  /** Value of the hidden field `k` in a form of this operation. */
  formKey(op: OpName): Promise<string>;
  /** Sends at most one request for the form with this `formKey`; waits at most 8 s for the answer. */
  run(op: OpName, input: Record<string, Json>, formKey: string, options?: RunOptions): Promise<RunOutcome>;
  /** The member's operation with this id, a reference as anyone may type it, or null. Settles or checks the newest one again if necessary. */
  view(id: string): Promise<OpView | null>;
  /** The member's newest operation, shown above every money form. */
  last(): Promise<OpView | null>;
  /** The operations of this kind among the member's last 10, newest first. */
  recent(op: OpName): Promise<OpView[]>;
  /** For each row, the reference of the one among the member's last 10 operations that left it, or null. */
  leftRows(rows: readonly StatementRow[]): Promise<(string | null)[]>;
  /**
   * The operation that is inflight, unknown or in review and keeps forms of `op` closed, if any. Without `op`: forms that
   * move money.
   */
  open(op?: OpName): Promise<OpView | null>;
  /** An operation whose outcome was corrected and whose receipt the member has not opened since. */
  corrected(): Promise<OpView | null>;
  /** The member confirms having checked the statement; after a review this allows new operations. */
  acknowledge(id: string): Promise<void>;
}
