/**
 * The vocabulary of the operations engine (README, "Operations"). Amounts are integer minor units, times are epoch milliseconds.
 */
import type { OperationName } from "../operator/contract";
import type { Json } from "./json";

/**
 * Every operation that moves money or money's conditions, under the name of its call in the contract. Each has its proof
 * in `proofs.ts`. Form keys hold the index, so new names are appended and none is ever removed.
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
] as const satisfies readonly OperationName[];

export type OpName = (typeof OP_NAMES)[number];

/** An upload that is streamed while its operation runs; no record holds it. */
export interface UploadContent {
  /** Value of `Content-Type`. */
  type: string;
  body: AsyncIterable<Uint8Array>;
  /** The operator may have all of it. Before that it has nothing that it could carry out. */
  isWhole(): boolean;
  /** What is remembered of it, known at its end. */
  facts(): Record<string, Json>;
}

export type OpState = "inflight" | "done" | "rejected" | "unknown" | "notdone" | "review";

/** What the operator showed just before the dispatch; only what came later can prove the operation. */
export interface Baseline {
  /** Only rows created after this count, then and later. Null: every row counts. */
  horizon: number | null;
  /** Rows that look like this operation's, after the horizon. */
  all: number;
  /** Those of them that did not fail. */
  good: number;
  /** Rows of our own earlier operations that look the same and were not to be seen yet (the owed-rows rule). */
  owed: number;
  /** The balances the operation touches, by account key; `wallet` is the main wallet. */
  balances: Record<string, number>;
  /** The QR that was open, for QR operations. */
  qrcodeId: string | null;
}

/** One operation as it is stored. */
export interface OpRecord {
  id: string;
  /** The member's sequence after this operation. */
  seq: number;
  /** The sequence in the form that was submitted. */
  keySeq: number;
  /** The oldest sequence that was still fresh when it began: a dispatch that never left gives it back. */
  floor: number;
  op: OpName;
  /** SHA-256 of the operation and its canonical fields: equal fingerprints are equal wishes. */
  fingerprint: string;
  input: Json;
  state: OpState;
  /** Why it was rejected (a code of the error catalogue, or `NOT_SENT`) or why it is unknown. */
  code: string | null;
  /** The operator's own text, where the specification says to show it (QR refusal). */
  message: string | null;
  /** The answer of the operator, decoded, when done; without QR markup. `{ retryAfterSeconds }` when refused with a wait. */
  output: Json;
  startedAt: number;
  finishedAt: number | null;
  /** While unknown: until when we look for proof. */
  checkUntil: number | null;
  base: Baseline;
  owner: string | null;
  leaseUntil: number;
  /** The member has seen the review and read the statement: money opens again. */
  acknowledged: boolean;
}

/** What pages may know of an operation. */
export interface OpView extends Pick<
  OpRecord,
  "id" | "op" | "state" | "code" | "message" | "input" | "output" | "startedAt" | "finishedAt" | "checkUntil"
> {
  /** The message key of `code`; null without one. */
  text: string | null;
}

/** What became of a submitted form. */
export type RunOutcome =
  /** Dispatched now, or earlier by the same form: the receipt says the rest. */
  | { kind: "receipt"; id: string }
  /** The form is older than the member's last operation: show that one and a fresh form. */
  | { kind: "stale"; last: OpView | null }
  /** An equal operation may have happened just before our records began: ask once more. */
  | { kind: "confirm" }
  /** Nothing was sent. `until`: when money opens again, where that is known. */
  | { kind: "closed"; reason: "starting" | "store" | "operator" | "busy" | "not-sent"; until: number | null }
  /** The operator no longer takes the member's token: nothing was sent. */
  | { kind: "login" };

export interface RunOptions {
  /** The member has been asked whether an equal operation is really wished for once more. */
  confirmed?: boolean;
  /** What the call carries beyond `input`, for the port alone: no record and no log ever holds it. */
  unrecorded?: unknown;
  /** Of a call whose body is still coming in: when the last of it has been passed on. Only then does the wait for the answer begin. */
  handedOver?: Promise<unknown>;
}

/** The engine as a route sees it: bound to one member and one request, which sees one state of the records throughout. */
export interface MemberOperations {
  /** The value of the hidden field `k` for a form of this operation. */
  formKey(op: OpName): Promise<string>;
  /** Does at most one dispatch for the form that carried `formKey`; waits at most 8 s for the answer. */
  run(op: OpName, input: Record<string, Json>, formKey: string, options?: RunOptions): Promise<RunOutcome>;
  /** The member's operation with this id, or null. Resumes settling when it is unknown. */
  view(id: string): Promise<OpView | null>;
  /** The member's newest operation, shown on top of every money form. */
  last(): Promise<OpView | null>;
  /** The member's last operations of this kind, newest first, as far as they are at hand. */
  recent(op: OpName): Promise<OpView[]>;
  /** An operation that is inflight, unknown or in review: no money form is shown while there is one. */
  open(): Promise<OpView | null>;
  /** The member confirms having read the statement; opens money again after a review. */
  acknowledge(id: string): Promise<void>;
}
