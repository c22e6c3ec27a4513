import type { OperatorClient } from "../operator/client";
import type { CallResult } from "../operator/call-result";
import { endpoints } from "../operator/contract";
import type { StatementRow } from "../operator/contract/statement";
import { encryptLink } from "../operator/gift-link";
import type { Json } from "./json";
import type { OpName, PaidTo, UploadContent } from "./types";

/** The member on whose behalf a call is made; see `CallAuth`. */
export interface OperatorAuth {
  token: string;
  clientIp?: string;
  requestId?: string;
  operation?: string;
}

/** A slip in the operator's list. */
export interface SlipRow {
  reference: string | null;
  createdAt: Date;
}

export interface QrView {
  hasQrcode: boolean;
  qrcodeId: string | null;
  /** Minor units. */
  amount: number | null;
}

/** What the prize wheel shows. */
export interface Prizes {
  coins: number;
  /** `label`: the slice that was won. */
  coupons: { id: string; label: string }[];
}

export interface StatementPage {
  total: number | null;
  rows: StatementRow[];
  unread: number;
}

export interface Balances {
  wallet: number | null;
  accounts: Record<string, number | null>;
  /** The operator's time, epoch milliseconds, to the second; null if it does not tell. */
  at: number | null;
  /** Where withdrawals are paid to, if the member has such an account. */
  bank?: PaidTo;
}

/** The operator as the engine sees it. Reads throw `ReadFailed`. */
export interface OperatorPort {
  /**
   * Sends an operation; never rejects.
   * @param unrecorded what is sent but never stored: the gift link of `submitTruelink`, the `UploadContent` of
   * `uploadSlip`
   */
  send(op: OpName, input: Record<string, Json>, auth: OperatorAuth, unrecorded?: unknown): Promise<CallResult<Json>>;
  /** Newest first. `limit` is at most 100. `unread`: how many rows of this page could not be read. */
  statement(auth: OperatorAuth, page: number, limit: number): Promise<StatementPage>;
  /** Balances in minor units, null where they could not be read; game accounts by provider code. */
  wallet(auth: OperatorAuth): Promise<Balances>;
  qr(auth: OperatorAuth, bankCode: string): Promise<QrView>;
  /** The newest slips. */
  slips(auth: OperatorAuth): Promise<SlipRow[]>;
  prizes(auth: OperatorAuth): Promise<Prizes>;
  /** Whether the member holds a bonus. */
  holdsBonus(auth: OperatorAuth): Promise<boolean>;
}

/** A read failed because the session has ended or the operator gave no usable answer. */
export class ReadFailed extends Error {
  constructor(
    readonly reason: "login" | "operator",
    cause: string,
  ) {
    super(`Reading from the operator failed: ${cause}`);
  }
}

function answerOf<T>(wire: CallResult<T>): T {
  if (wire.kind === "answer") return wire.output;
  if (wire.kind === "login") throw new ReadFailed("login", wire.code);
  throw new ReadFailed("operator", "code" in wire ? wire.code : "cause" in wire ? wire.cause : wire.kind);
}

const SLIP_ROWS = 30;

/** The slice that a spin drew. An answer that does not name it is none. */
function drawn(wire: CallResult<Json>): CallResult<Json> {
  if (wire.kind !== "answer") return wire;
  const { result } = wire.output as { result?: Json };
  return result ? { kind: "answer", output: result } : { kind: "unknown", cause: "no slice" };
}

/** Converts the stored input of an operation to the call's input. Null if it cannot be sent. */
type Sent = (input: Record<string, Json>, unrecorded: unknown) => Record<string, Json> | null;

/**
 * The port on top of the typed client. For the input of each operation see `fields` in `proofs.ts`.
 * @param options `truelinkSecret` is shared with the operator; without it gift links cannot be sent
 */
export function operatorPort(client: OperatorClient, options: { truelinkSecret?: string | null } = {}): OperatorPort {
  const { truelinkSecret = null } = options;
  const sentAs: Partial<Record<OpName, Sent>> = {
    // The operator's DELETE has the qrcodeId where the other QR calls have the bank code.
    cancelQr: ({ qrcodeId = null }) => ({ bankCode: qrcodeId }),
    claimCoupon: ({ coupon = null }) => ({ coupon }),
    submitTruelink: (_input, link) =>
      truelinkSecret !== null && typeof link === "string" ? { link: encryptLink(link, truelinkSecret) } : null,
  };
  /** Until the last bytes have been sent the form is incomplete, so the operator cannot have accepted the slip. */
  const upload = async (form: UploadContent, auth: OperatorAuth): Promise<CallResult<Json>> => {
    const wire = await client.upload(endpoints.uploadSlip, form, auth);
    if (wire.kind === "unknown" && !form.isWhole()) return { kind: "not-sent", cause: wire.cause };
    if (wire.kind !== "answer") return wire;
    const { reference = null } = wire.output;
    return { kind: "answer", output: { reference, ...form.facts() } };
  };
  return {
    async send(op, input, auth, unrecorded) {
      if (op === "uploadSlip") return await upload(unrecorded as UploadContent, auth);
      const sent = sentAs[op] ? sentAs[op](input, unrecorded) : input;
      if (!sent) return { kind: "not-sent", cause: "UNSENDABLE" };
      const wire = (await client.call(endpoints[op], sent as never, auth)) as CallResult<Json>;
      return op === "spin" ? drawn(wire) : wire;
    },
    async statement(auth, page, limit) {
      const { total, statements, unread } = answerOf(
        await client.call(endpoints.listStatements, { page, limit }, auth),
      );
      return { total, rows: statements, unread };
    },
    async wallet(auth) {
      const { wallet, slots, bankAccount } = answerOf(await client.call(endpoints.getWallet, {}, auth));
      const accounts = Object.fromEntries(slots.map((slot) => [slot.code, slot.amount]));
      const number = bankAccount?.bankAccountNo.trim();
      const bank = number ? { code: bankAccount!.bankCode, end: number.slice(-4) } : undefined;
      return { wallet: wallet.amount, accounts, at: client.operatorTime(), bank };
    },
    qr: async (auth, bankCode) => answerOf(await client.call(endpoints.findQr, { bankCode }, auth)),
    async prizes(auth) {
      const [{ result }, coupons] = await Promise.all([
        client.call(endpoints.spinSetup, {}, auth).then(answerOf),
        client.call(endpoints.listCoupons, {}, auth).then(answerOf),
      ]);
      return {
        coins: result.userCoin,
        coupons: coupons.map(({ _id, prize }) => ({ id: _id, label: prize.slice.label })),
      };
    },
    holdsBonus: async (auth) => answerOf(await client.call(endpoints.checkActiveBonus, {}, auth)).status,
    slips: async (auth) => answerOf(await client.call(endpoints.listSlips, { page: 1, limit: SLIP_ROWS }, auth)).slips,
  };
}
