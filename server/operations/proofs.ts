import { createHash } from "node:crypto";
import type { Json } from "./json";
import { WALLET } from "../operator/contract/transfer";
import type { StatementRow } from "../operator/contract/statement";
import type { QrView } from "./port";
import type { Baseline, OpName } from "./types";

export type OpInput = Record<string, Json>;

/** Matches a statement row that an operation leaves. A missing field matches anything. */
export interface RowPattern {
  type: "transfer" | "withdraw" | "deposit";
  from?: Json;
  to?: Json;
  amount?: Json;
}

/** How to prove that an operation happened. */
export interface Proof {
  /** The input fields, in this order, that make two operations the same. */
  fields: readonly string[];
  evidence:
    | {
        by: "statement";
        /** All rows it leaves, in order; the last one is the proof. */
        rows(input: OpInput): RowPattern[];
        /** Whether exactly one row matches the last pattern. */
        single: boolean;
        /** The balances it changes; null means any. */
        touches(input: OpInput): readonly string[] | null;
      }
    | { by: "qr"; happened(qr: QrView, base: Baseline, input: OpInput): boolean }
    /** A new slip in the member's list. */
    | { by: "slips" };
}

/** A transfer between two games goes through the wallet, with one row for each leg. */
const legs = ({ from, to, amount }: OpInput): RowPattern[] =>
  from === WALLET || to === WALLET
    ? [{ type: "transfer", from, to, amount }]
    : [
        { type: "transfer", from, to: WALLET, amount },
        { type: "transfer", from: WALLET, to, amount },
      ];

/** The rows that collect the money of games, one for each. */
export const gathering: RowPattern = { type: "transfer", to: WALLET };

/** `from` of truewallet deposits in the operator's statement. */
const TRUE_WALLET = "TRUEWALLET";

/**
 * The proof of each operation. Source: the operator's API description: its ledger rules, and the rows each call
 * leaves.
 */
export const PROOFS: Record<OpName, Proof> = {
  transfer: {
    fields: ["from", "to", "amount"],
    evidence: {
      by: "statement",
      rows: legs,
      single: true,
      touches: ({ from, to }) => [WALLET, String(from), String(to)],
    },
  },
  transferAll: {
    fields: ["to"],
    evidence: {
      by: "statement",
      rows: ({ to }) => (to === WALLET ? [gathering] : [gathering, { type: "transfer", from: WALLET, to }]),
      single: false,
      touches: () => null,
    },
  },
  withdraw: {
    fields: ["amount"],
    evidence: {
      by: "statement",
      rows: ({ amount }) => [{ type: "withdraw", from: WALLET, amount }],
      single: true,
      touches: () => [WALLET],
    },
  },
  withdrawAll: {
    fields: ["amount"],
    evidence: {
      by: "statement",
      rows: ({ amount }) => [gathering, { type: "withdraw", from: WALLET, amount }],
      single: true,
      touches: () => null,
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
      rows: ({ amount }) => [{ type: "deposit", from: TRUE_WALLET, to: WALLET, amount }],
      single: true,
      touches: () => [],
    },
  },
  // The amount of a gift is not known before it is opened.
  submitTruelink: {
    fields: ["linkHash"],
    evidence: {
      by: "statement",
      rows: () => [{ type: "deposit", from: TRUE_WALLET, to: WALLET }],
      single: true,
      touches: () => [WALLET],
    },
  },
  // The hash of the whole picture is only known after it was sent, so its first bytes identify it.
  uploadSlip: { fields: ["bankCode", "head"], evidence: { by: "slips" } },
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
  (pattern.from === undefined || pattern.from === row.from) &&
  (pattern.to === undefined || pattern.to === row.to) &&
  (pattern.amount === undefined || pattern.amount === row.amount);

/** Whether one row could match both patterns. */
export const overlaps = (a: RowPattern, b: RowPattern): boolean =>
  a.type === b.type &&
  (["from", "to", "amount"] as const).every(
    (field) => a[field] === undefined || b[field] === undefined || a[field] === b[field],
  );

/** The rows an operation leaves, the proof last; none if its proof is not in the statement. */
export function rowsOf(op: OpName, input: OpInput): RowPattern[] {
  const { evidence } = PROOFS[op];
  return evidence.by === "statement" ? evidence.rows(input) : [];
}
