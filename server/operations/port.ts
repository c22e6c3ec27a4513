import type { OperatorClient } from "../operator/client";
import type { CallResult } from "../operator/call-result";
import { endpoints } from "../operator/contract";
import type { StatementRow } from "../operator/contract/statement";
import { encryptLink } from "../operator/gift-link";
import type { Json } from "./json";
import type { OpName, UploadContent } from "./types";

/** On whose behalf a call is made. */
export interface OperatorAuth {
  token: string;
  clientIp?: string;
  /** Sent as `X-Request-Id`; of a dispatch it is the operation's id, for support to trace. */
  requestId?: string;
}

/** A slip as the operator lists it. */
export interface SlipRow {
  reference: string | null;
  createdAt: Date;
}

export interface QrView {
  hasQrcode: boolean;
  qrcodeId: string | null;
  amount: number | null;
}

/** All that the engine knows of the operator. Reads throw `ReadFailed`. */
export interface OperatorPort {
  /** `unrecorded`: what the call carries beyond its stored input; of `submitTruelink` the gift link, of `uploadSlip` an `UploadContent`. */
  send(op: OpName, input: Record<string, Json>, auth: OperatorAuth, unrecorded?: unknown): Promise<CallResult<Json>>;
  /** Newest first. `limit` is at most 100. */
  statement(auth: OperatorAuth, page: number, limit: number): Promise<{ total: number | null; rows: StatementRow[] }>;
  /** Balances in minor units; game accounts by provider code. */
  wallet(auth: OperatorAuth): Promise<{ wallet: number; accounts: Record<string, number> }>;
  qr(auth: OperatorAuth, bankCode: string): Promise<QrView>;
  /** The newest ones. */
  slips(auth: OperatorAuth): Promise<SlipRow[]>;
}

/** A read that brought nothing: the session is over, or the operator could not say. */
export class ReadFailed extends Error {
  constructor(
    readonly reason: "login" | "operator",
    cause: string,
  ) {
    super(`The operator could not be read: ${cause}`);
  }
}

function answerOf<T>(wire: CallResult<T>): T {
  if (wire.kind === "answer") return wire.output;
  if (wire.kind === "login") throw new ReadFailed("login", wire.code);
  throw new ReadFailed("operator", "code" in wire ? wire.code : "cause" in wire ? wire.cause : wire.kind);
}

const SLIP_ROWS = 30;

/** What is sent of an operation whose stored input is not what the operator takes. Null: it cannot be sent. */
type Sent = (input: Record<string, Json>, unrecorded: unknown) => Record<string, Json> | null;

/**
 * The port over the typed client. Input of each operation: see `fields` in `proofs.ts`.
 * `truelinkSecret`: shared with the operator; without it gift links are not sent.
 */
export function operatorPort(
  client: OperatorClient,
  { truelinkSecret = null }: { truelinkSecret?: string | null } = {},
): OperatorPort {
  const sentAs: Partial<Record<OpName, Sent>> = {
    // The operator's DELETE takes the qrcodeId where its siblings take the provider.
    cancelQr: ({ qrcodeId = null }) => ({ bankCode: qrcodeId }),
    submitTruelink: (_input, link) =>
      truelinkSecret !== null && typeof link === "string" ? { link: encryptLink(link, truelinkSecret) } : null,
  };
  /** Until its last bytes are out there is no form that the operator could carry out. */
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
      return (await client.call(endpoints[op], sent as never, auth)) as CallResult<Json>;
    },
    async statement(auth, page, limit) {
      const { total, statements } = answerOf(await client.call(endpoints.listStatements, { page, limit }, auth));
      return { total: total ?? null, rows: statements };
    },
    async wallet(auth) {
      const { wallet, slots } = answerOf(await client.call(endpoints.getWallet, {}, auth));
      return { wallet: wallet.amount, accounts: Object.fromEntries(slots.map((slot) => [slot.code, slot.amount])) };
    },
    qr: async (auth, bankCode) => answerOf(await client.call(endpoints.findQr, { bankCode }, auth)),
    slips: async (auth) => answerOf(await client.call(endpoints.listSlips, { page: 1, limit: SLIP_ROWS }, auth)).slips,
  };
}
