import { createHash } from "node:crypto";
import type { Json } from "./json";
import { WALLET } from "../operator/contract/transfer";
import type { StatementRow } from "../operator/contract/statement";
import type { OperatorAuth, OperatorPort, QrView } from "./port";
import type { Baseline, OpName, OpRecord } from "./types";

export type OpInput = Record<string, Json>;

/** Matches a statement row that an operation leaves. A missing field matches anything. */
export interface RowPattern {
  type: "transfer" | "withdraw" | "deposit" | "bonus" | "finish_bonus";
  status?: StatementRow["status"];
  from?: Json;
  to?: Json;
  amount?: Json;
  /** What the amount is if the balances stayed as they were before, minor units. Another one matches, too. */
  expected?: number;
  /** Where a bonus came from. A row that does not say matches, too. */
  source?: Source;
}

const SOURCES = ["bonus", "promotion", "invite", "refund", "luckydraw"] as const;
type Source = (typeof SOURCES)[number];

/** How to prove that an operation happened. */
export interface Proof {
  /** The input fields, in this order, that make two operations the same. */
  fields: readonly string[];
  evidence:
    | {
        by: "statement";
        /** Its steps, each of which leaves one row; the last one is what the member asked for. */
        legs(input: OpInput, base: Baseline): RowPattern[];
        /** Whether a balance must have moved, and not only a row have appeared. */
        moves: boolean;
        /** What its row tells some time after it was accepted: whether it succeeded, or how much it brought. */
        tells?: "status" | "amount";
        /** Something else that the operation changes, for good. Its row alone proves it; without its row this doubts. */
        condition?(operator: OperatorPort, auth: OperatorAuth, input: OpInput): Promise<boolean>;
      }
    | { by: "qr"; happened(qr: QrView, base: Baseline, input: OpInput): boolean }
    /** A new slip in the member's list. */
    | { by: "slips" }
    /** Coins and coupons. */
    | { by: "prizes" };
}

/** A transfer between two games goes through the wallet, with one row for each leg. */
const transferLegs = ({ from, to, amount }: OpInput): RowPattern[] =>
  from === WALLET || to === WALLET
    ? [{ type: "transfer", from, to, amount }]
    : [
        { type: "transfer", from, to: WALLET, amount },
        { type: "transfer", from: WALLET, to, amount },
      ];

/** Collecting the money of every game that had some, but one: a row for each, of any amount because games are played. */
const gathering = ({ balances }: Baseline, except: Json | undefined = null): RowPattern[] =>
  Object.entries(balances)
    .filter(([account, amount]) => account !== WALLET && account !== except && amount > 0)
    .map(([from, amount]) => ({ type: "transfer", from, to: WALLET, expected: amount }));

/** Moving all that is in the wallet once the games have been collected. */
function moveOn({ balances }: Baseline, to: Json | undefined): RowPattern {
  const { [WALLET]: wallet, ...games } = balances;
  const collected = Object.entries(games).map(([game, amount]) => (game === to ? 0 : Math.max(0, amount)));
  const expected = wallet === undefined ? undefined : collected.reduce((sum, amount) => sum + amount, wallet);
  return { type: "transfer", from: WALLET, to, expected };
}

/** Whether a leg collects the money of a game, which may have become empty. */
export const isGathering = ({ type, to, amount }: RowPattern): boolean =>
  type === "transfer" && to === WALLET && amount === undefined;

/** Whether a refusal is about this leg. Which of several games has refused to be emptied, only its row tells. */
export const isAsked = (legs: readonly RowPattern[], leg: number): boolean =>
  leg === legs.length - 1 && (legs.length === 1 || !isGathering(legs[leg]!));

/** Whether a row shows that its leg took place: a withdrawal and a deposit did also where the bank refused them later. */
export const tookPlace = (row: Pick<StatementRow, "status">, { type }: RowPattern): boolean =>
  type !== "transfer" || row.status !== "FAILED";

/** `from` of truewallet deposits in the operator's statement. */
const TRUE_WALLET = "TRUEWALLET";

const holdsBonus = (operator: OperatorPort, auth: OperatorAuth) => operator.holdsBonus(auth);

/** A bonus that is credited at once. The member may come to hold it. */
const reward = (source: Source, fields: readonly string[]): Proof => ({
  fields,
  evidence: {
    by: "statement",
    // How much it is, the operator decides when it credits it.
    legs: () => [{ type: "bonus", status: "SUCCESS", to: WALLET, source }],
    moves: true,
    tells: "amount",
    condition: holdsBonus,
  },
});

/**
 * The proof of each operation. Source: the operator's API description: its ledger rules, and the rows each call
 * leaves.
 */
export const PROOFS: Record<OpName, Proof> = {
  transfer: {
    fields: ["from", "to", "amount"],
    evidence: { by: "statement", legs: transferLegs, moves: true },
  },
  transferAll: {
    fields: ["to"],
    evidence: {
      by: "statement",
      legs: ({ to }, base) => [...gathering(base, to), ...(to === WALLET ? [] : [moveOn(base, to)])],
      moves: true,
    },
  },
  withdraw: {
    fields: ["amount"],
    evidence: {
      by: "statement",
      legs: ({ amount }) => [{ type: "withdraw", from: WALLET, amount }],
      moves: true,
      tells: "status",
    },
  },
  withdrawAll: {
    fields: ["amount"],
    evidence: {
      by: "statement",
      legs: ({ amount }, base) => [...gathering(base), { type: "withdraw", from: WALLET, amount }],
      moves: true,
      tells: "status",
    },
  },
  createQr: {
    fields: ["bankCode", "amount"],
    evidence: {
      by: "qr",
      happened: (qr, base, { amount }) => qr.hasQrcode && qr.qrcodeId !== base.qrcodeId && qr.amount === amount,
    },
  },
  cancelQr: {
    fields: ["bankCode", "qrcodeId"],
    evidence: { by: "qr", happened: (qr, _base, { qrcodeId }) => !qr.hasQrcode || qr.qrcodeId !== qrcodeId },
  },
  // Proves the announcement: its row appears at once and is pending, with balances unchanged, until the money is
  // matched.
  addToWallet: {
    fields: ["amount"],
    evidence: {
      by: "statement",
      legs: ({ amount }) => [{ type: "deposit", from: TRUE_WALLET, to: WALLET, amount }],
      moves: false,
      tells: "status",
    },
  },
  // The amount of a gift is not known before it is opened.
  submitTruelink: {
    fields: ["linkHash"],
    evidence: {
      by: "statement",
      // A gift is credited at once, and an announced deposit is not.
      legs: () => [{ type: "deposit", status: "SUCCESS", from: TRUE_WALLET, to: WALLET }],
      moves: true,
      tells: "amount",
    },
  },
  // The hash of the whole picture is only known after it was sent, so its first bytes identify it.
  uploadSlip: { fields: ["bankCode", "head"], evidence: { by: "slips" } },
  receiveInviteBonus: reward("invite", []),
  receiveRefund: reward("refund", []),
  addRefundToWallet: reward("refund", []),
  activateBonus: reward("bonus", ["code"]),
  activatePromotion: reward("promotion", ["code"]),
  clearBonus: {
    fields: [],
    evidence: { by: "statement", legs: () => [{ type: "finish_bonus" }], moves: false, condition: holdsBonus },
  },
  spin: { fields: [], evidence: { by: "prizes" } },
  // A prize that is a thing leaves no row.
  claimCoupon: {
    fields: ["coupon"],
    evidence: {
      by: "statement",
      legs: ({ amount }) =>
        amount === 0 ? [] : [{ type: "bonus", status: "SUCCESS", to: WALLET, amount, source: "luckydraw" }],
      moves: true,
      tells: "amount",
      condition: async (operator, auth, { coupon }) =>
        (await operator.prizes(auth)).coupons.some(({ id }) => id === coupon),
    },
  },
};

/** SHA-256 (hex) of the operation and its fields: equal fingerprints mean the same operation. */
export function fingerprintOf(op: OpName, input: OpInput): string {
  const values = PROOFS[op].fields.map((field) => input[field] ?? null);
  return createHash("sha256")
    .update(JSON.stringify([op, ...values]))
    .digest("hex");
}

export const looksLike = (pattern: RowPattern, row: StatementRow): boolean =>
  pattern.type === row.statementType &&
  (pattern.status === undefined || pattern.status === row.status) &&
  (pattern.from === undefined || pattern.from === row.from) &&
  (pattern.to === undefined || pattern.to === row.to) &&
  (pattern.amount === undefined || pattern.amount === row.amount) &&
  (pattern.source === undefined || comesFrom(row, pattern.source));

const comesFrom = (row: StatementRow, source: Source) => Boolean(row[source]) || !SOURCES.some((other) => row[other]);

/** What an operation has made in the operator's lists of slips and QRs. */
export function entriesOf({ output }: Pick<OpRecord, "output">): string[] {
  const { reference, qrcodeId } = (output ?? {}) as OpInput;
  return [reference, qrcodeId].filter((entry) => typeof entry === "string");
}

/** The steps of an operation, what the member asked for last; none if its proof is not in the statement. */
export function legsOf({ op, input, base }: Pick<OpRecord, "op" | "input" | "base">): RowPattern[] {
  const { evidence } = PROOFS[op];
  return evidence.by === "statement" ? evidence.legs(input as OpInput, base) : [];
}

/** Whether rows of an operation have not appeared yet, or may still change. Games may have had nothing to collect. */
export function owesRows(op: OpRecord): boolean {
  const rows = op.rows ?? [];
  if (op.traceless || !op.base.seen || op.state === "rejected") return false;
  const isMissing = (pattern: RowPattern, leg: number) => !isGathering(pattern) && !rows.some((row) => row.leg === leg);
  return rows.some(({ status }) => status === "PENDING") || legsOf(op).some(isMissing);
}
