import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import type { QrCode } from "~/features/deposit/channels";
import { findQr } from "./made-qr";

/** An open QR; `amount` in minor units, `expires` in epoch milliseconds; null: the operator does not say. */
export interface OpenQr {
  bank: QrCode;
  amount: number | null;
  expires: number | null;
}

/**
 * The member's open QR of these providers, wherever it was made; null if there is none, or if it could not be read. The
 * operator keeps one open at a time.
 */
export async function openQrOf(context: AppLoadContext, banks: readonly QrCode[]): Promise<OpenQr | null> {
  const now = Date.now();
  const found = await Promise.all(banks.map(async (bank) => ({ bank, qr: await soft(findQr(context, bank)) })));
  const open = found.find(({ qr }) => qr?.open);
  if (!open?.qr) return null;
  const { amount, expireIn } = open.qr;
  return { bank: open.bank, amount, expires: expireIn === null ? null : now + expireIn * 1000 };
}
