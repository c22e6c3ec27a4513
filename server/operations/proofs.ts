import { createHash } from "node:crypto";
import type { Json } from "./json";
import { WALLET } from "../operator/contract/transfer";
import type { StatementRow } from "../operator/contract/statement";
import type { QrView } from "./port";
import type { Baseline, OpName } from "./types";

export type OpInput = Record<string, Json>;

/** A row as an operation leaves it; what is left out may be anything. */
export interface RowPattern {
  type: "transfer" | "withdraw" | "deposit";
  from?: Json;
  to?: Json;
  amount?: Json;
}

/** How it is known that an operation happened. */
export interface Proof {
  /** The input that makes two wishes equal, in this order. */
  fields: readonly string[];
  evidence:
    | {
        by: "statement";
        /** Every row it leaves, in the order they are made: the last one proves it. */
        rows(input: OpInput): RowPattern[];
        /** Whether it leaves exactly one row like the last. */
        single: boolean;
        /** The balances it changes; null: any. */
        touches(input: OpInput): readonly string[] | null;
      }
    | { by: "qr"; happened(qr: QrView, base: Baseline, input: OpInput): boolean }
    /** A slip in the member's list that was not there before. */
    | { by: "slips" };
}

/** Legs go through the wallet, one row each. */
const legs = ({ from, to, amount }: OpInput): RowPattern[] =>
  from === WALLET || to === WALLET
    ? [{ type: "transfer", from, to, amount }]
    : [
        { type: "transfer", from, to: WALLET, amount },
        { type: "transfer", from: WALLET, to, amount },
      ];

const gathering: RowPattern = { type: "transfer", to: WALLET };

/** Where the operator's statement says that true-wallet money comes from. */
const TRUE_WALLET = "TRUEWALLET";

/** Operation → its proof. Sources: the operator's ledger rules; which row each call leaves. */
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
  // Announced is done: the row is there at once, in progress until the money is matched, and no balance moves before.
  addToWallet: {
    fields: ["amount"],
    evidence: {
      by: "statement",
      rows: ({ amount }) => [{ type: "deposit", from: TRUE_WALLET, to: WALLET, amount }],
      single: true,
      touches: () => [],
    },
  },
  // Nobody knows what is in a gift before it is opened.
  submitTruelink: {
    fields: ["linkHash"],
    evidence: {
      by: "statement",
      rows: () => [{ type: "deposit", from: TRUE_WALLET, to: WALLET }],
      single: true,
      touches: () => [WALLET],
    },
  },
  // The whole picture is known only when it has been sent: its first bytes tell one form's file from another.
  uploadSlip: { fields: ["bankCode", "head"], evidence: { by: "slips" } },
};

/** SHA-256 over the operation and its canonical fields: equal fingerprints are equal wishes. */
export function fingerprintOf(op: OpName, input: OpInput): string {
  const wish = [op, ...PROOFS[op].fields.map((field) => input[field] ?? null)];
  return createHash("sha256").update(JSON.stringify(wish)).digest("hex");
}

export const looksLike = (pattern: RowPattern, row: StatementRow): boolean =>
  pattern.type === row.statementType &&
  (pattern.from === undefined || pattern.from === row.from) &&
  (pattern.to === undefined || pattern.to === row.to) &&
  (pattern.amount === undefined || pattern.amount === row.amount);

/** Whether a row could look like both. */
export const overlaps = (a: RowPattern, b: RowPattern): boolean =>
  a.type === b.type &&
  (["from", "to", "amount"] as const).every(
    (field) => a[field] === undefined || b[field] === undefined || a[field] === b[field],
  );

/** The rows an operation leaves, the proving one last; none for operations that a statement does not show. */
export function rowsOf(op: OpName, input: OpInput): RowPattern[] {
  const { evidence } = PROOFS[op];
  return evidence.by === "statement" ? evidence.rows(input) : [];
}
