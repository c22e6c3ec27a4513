import { errorText } from "../operator/errors";
import { isAsked, isGathering, legsOf, PROOFS, tookPlace } from "./proofs";
import type { Json } from "./json";
import type { RowPattern } from "./proofs";
import type { Leg, OpRecord, OpView } from "./types";

/** An operation as pages see it. */
export function viewOf(op: OpRecord): OpView {
  const legs = legsOf(op);
  const result = op.rows?.find(({ leg }) => leg === legs.length - 1) ?? null;
  const { evidence } = PROOFS[op.op];
  const tells = op.state === "done" && evidence.by === "statement" ? evidence.tells : undefined;
  return {
    id: op.id,
    op: op.op,
    state: op.state,
    code: op.code,
    text: op.code && errorText(op.code),
    message: op.message,
    input: op.input,
    output: op.output,
    startedAt: op.startedAt,
    finishedAt: op.finishedAt,
    checkUntil: op.checkUntil,
    settled: tells === "status" ? (result?.status ?? null) : null,
    received: tells === "amount" ? (result?.amount ?? null) : null,
    paidTo: op.base.bank ?? null,
    legs: isTold(op, legs) ? legs.map((_, leg) => legOf(op, leg)) : [],
    before: op.base.balances,
    corrected: op.corrected?.from ?? null,
    coupons: op.base.prizes?.coupons ?? [],
  };
}

/** Whether the legs say more than the operation does. What was collected from one game, only its row tells. */
const isTold = ({ state }: OpRecord, legs: readonly RowPattern[]) =>
  state !== "inflight" && (legs.length > 1 || ((state === "done" || state === "rejected") && legs.some(isGathering)));

function legOf(op: OpRecord, leg: number): Leg {
  const legs = legsOf(op);
  const pattern = legs[leg]!;
  const row = op.rows?.find((known) => known.leg === leg);
  const text = (value: Json | undefined) => (typeof value === "string" ? value : null);
  const amount = row?.amount ?? (typeof pattern.amount === "number" ? pattern.amount : null);
  const isRefused = op.state === "rejected" && isAsked(legs, leg);
  const isUnsent = op.state === "rejected" && op.traceless;
  const hasKept = op.kept?.includes(String(pattern.from));
  const isOver = op.state === "notdone" || isRefused || isUnsent || op.legsKnown || hasKept;
  const missing = isOver ? "not" : "open";
  const state = row ? (tookPlace(row, pattern) ? "moved" : "not") : missing;
  return { from: text(pattern.from), to: text(pattern.to), amount, state };
}
