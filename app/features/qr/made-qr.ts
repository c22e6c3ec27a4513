import type { AppLoadContext } from "@remix-run/node";
import type { OpView } from "../../../server/operations/types";
import type { Output } from "../../../server/operator/endpoint";
import type { qr } from "../../../server/operator/contract/qr";
import { qrProvider, type QrCode } from "~/features/deposit/channels";

export type QrRecord = Output<(typeof qr)["findQr"]>;

/** What is known of a QR from the operation that made it. Amounts are minor units, times epoch milliseconds. */
export interface Made {
  op: OpView;
  bank: QrCode;
  qrcodeId: string | null;
  /** What the operator's record said; what was asked for where it did not. */
  amount: number;
  requested: number;
  expires: number;
  /** Seconds from making to expiry. */
  life: number;
}

export const LIFE_S = 600;

/** The operation as the making of a QR, or null when it is something else or did not succeed. */
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

/** The same, of this provider only. */
export function madeBy(op: OpView | null, code: QrCode): Made | null {
  const made = madeQr(op);
  return made?.bank === code ? made : null;
}

/** Which of these operations made the QR that is open; null when none of them, or nobody here, did. */
export const makerOf = (found: QrRecord, candidates: readonly (Made | null)[]): Made | null =>
  candidates.find((made) => made && (made.qrcodeId ?? found.qrcodeId) === found.qrcodeId) ?? null;

/** The QR that is open, or none; a provider the operator does not have is a page that does not exist. */
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
