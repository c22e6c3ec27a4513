import type { AppLoadContext } from "@remix-run/node";
import type { OpView } from "../../../server/operations/types";
import type { Output } from "../../../server/operator/endpoint";
import type { qr } from "../../../server/operator/contract/qr";
import { qrProvider, type QrCode } from "~/features/deposit/channels";

export type QrRecord = Output<(typeof qr)["findQr"]>;

/** A QR as recorded by the operation that made it. Amounts are minor units, times epoch milliseconds. */
export interface Made {
  op: OpView;
  bank: QrCode;
  qrcodeId: string | null;
  /** The amount in the operator's answer, or else the requested one. */
  amount: number;
  requested: number;
  expires: number;
  /** Seconds from making to expiry. */
  life: number;
}

export const LIFE_S = 600;

/** The QR that an operation made; null if it was another operation or did not succeed. */
export function madeQr(op: OpView | null): Made | null {
  const { bankCode, amount } = { ...(op?.input as { bankCode?: string; amount?: number }) };
  const bank = qrProvider(bankCode ?? "", 0)?.code;
  if (op?.op !== "createQr" || op.state !== "done" || bank === undefined || amount === undefined) return null;
  const answer = op.output as { qrcodeId?: string | null; amount?: number | null; expireIn?: number | null } | null;
  const life = answer?.expireIn ?? LIFE_S;
  const expires = (op.finishedAt ?? op.startedAt) + life * 1000;
  return {
    op,
    bank,
    qrcodeId: answer?.qrcodeId ?? null,
    amount: answer?.amount ?? amount,
    requested: amount,
    expires,
    life,
  };
}

/** Like `madeQr`, but only for this provider. */
export function madeBy(op: OpView | null, code: QrCode): Made | null {
  const made = madeQr(op);
  return made?.bank === code ? made : null;
}

/** The candidate that made the open QR; null if none did. */
export const makerOf = (found: QrRecord, candidates: readonly (Made | null)[]): Made | null =>
  candidates.find((made) => made && (made.qrcodeId ?? found.qrcodeId) === found.qrcodeId) ?? null;

/** Reads the provider's current QR. @throws Response 404 if the operator does not have this provider */
export async function findQr({ operator }: AppLoadContext, bankCode: QrCode): Promise<QrRecord & { open: boolean }> {
  try {
    const found = await operator.findQr({ bankCode });
    return { ...found, open: found.hasQrcode && found.expireIn !== 0 };
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 503) {
      const { code } = (await thrown.clone().json()) as { code?: string };
      if (code === "NO_BANK") throw new Response(null, { status: 404 });
    }
    throw thrown;
  }
}
