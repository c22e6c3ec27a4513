import { redirect, type AppLoadContext } from "@remix-run/node";
import type { OpView } from "../../../server/operations/types";
import type { Output } from "../../../server/operator/endpoint";
import type { qr } from "../../../server/operator/contract/qr";
import { channelsOf, type QrCode, type QrProvider } from "~/lib/deposit-channels";
import { openMoneyForm } from "~/lib/money-form";
import { qrImage } from "~/lib/qr-image";
import { soft } from "~/lib/soft";

type QrRecord = Output<(typeof qr)["findQr"]>;

/** What is known of a QR from the operation that made it. Amounts are minor units, times epoch milliseconds. */
interface Made {
  op: OpView;
  qrcodeId: string | null;
  amount: number;
  expires: number;
  /** Seconds from making to expiry. */
  life: number;
}

const LIFE_S = 600;

/** The operation as the making of a QR with this provider, or null when it is something else or did not succeed. */
export function madeBy(op: OpView | null, code: QrCode): Made | null {
  const { bankCode, amount } = { ...(op?.input as { bankCode?: string; amount?: number }) };
  if (op?.op !== "createQr" || op.state !== "done" || bankCode !== code || amount === undefined) return null;
  const answer = op.output as { qrcodeId?: string | null; amount?: number | null; expireIn?: number | null } | null;
  const life = answer?.expireIn ?? LIFE_S;
  const expires = (op.finishedAt ?? op.startedAt) + life * 1000;
  return { op, qrcodeId: answer?.qrcodeId ?? null, amount: answer?.amount ?? amount, expires, life };
}

/** Seconds until a waiting page is loaded again where no script asks: often at first, then less, and when the QR expires. */
function refreshAfter(age: number, left: number | null) {
  const pause = age < 120 ? 10 : 30;
  return left === null ? pause : Math.min(pause, left + 1);
}

/** The QR that is open with the operator. */
export async function presentState(context: AppLoadContext, found: QrRecord, made: Made | null) {
  const { operations, operator } = context;
  const [open, key, wallet] = await Promise.all([
    operations.open(),
    operations.formKey("cancelQr"),
    soft(operator.getWallet()),
  ]);
  const now = Date.now();
  const left = found.expireIn;
  const total = Math.max(made?.life ?? LIFE_S, left ?? 0);
  return {
    state: "present" as const,
    qrcodeId: found.qrcodeId,
    image: found.qrcode === null ? null : qrImage(found.qrcode),
    amount: found.amount ?? made?.amount ?? null,
    clock: left === null ? null : { now, left, total, expires: now + left * 1000 },
    holder: wallet?.bankAccount.bankAccountName || null,
    cancelKey: open ? null : key,
    refresh: refreshAfter(left === null ? 0 : total - left, left),
  };
}

/** How long after its expiry a payment of a QR may still show up. */
const GRACE_MS = 120_000;

/** What became of a QR that is no longer open: its deposit if the statement has it, else that it is closed. */
export async function closedState(context: AppLoadContext, made: Made) {
  const { operations, operator, now } = context;
  const [page, wallet, open, key] = await Promise.all([
    soft(operator.listStatements({ page: 1, limit: 10 })),
    soft(operator.getWallet()),
    operations.open(),
    operations.formKey("createQr"),
  ]);
  const row = page?.statements.find(
    ({ statementType, status, amount, createdAt }) =>
      statementType === "deposit" &&
      status === "SUCCESS" &&
      amount === made.amount &&
      createdAt.getTime() >= made.op.startedAt,
  );
  if (row) {
    return {
      state: "paid" as const,
      amount: row.amount,
      at: row.createdAt.getTime(),
      balance: wallet?.wallet.amount ?? null,
      refresh: null,
    };
  }
  return {
    state: "closed" as const,
    amount: made.amount,
    expired: now >= made.expires,
    formKey: open ? null : key,
    refresh: now < made.expires + GRACE_MS ? refreshAfter((now - made.op.startedAt) / 1000, null) : null,
  };
}

/** The form for a new QR. */
export async function formState(context: AppLoadContext, provider: QrProvider, asked: Record<string, string>) {
  const { operator } = context;
  const [form, offered, wallet, bonus] = await Promise.all([
    openMoneyForm(context, "createQr"),
    soft(operator.lookupDeposit()),
    soft(operator.getWallet()),
    soft(operator.checkActiveBonus()),
  ]);
  const preset = provider.presets.find((amount) => String(amount / 100) === asked.amount);
  return {
    state: "form" as const,
    ...form,
    provider,
    channels: channelsOf(offered),
    balance: wallet?.wallet.amount ?? null,
    held: bonus?.status ?? false,
    typed: preset ? { preset: asked.amount } : asked,
    refresh: null,
  };
}

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

/** Names the operation in the page's address, so that the page can tell later what became of its QR. */
export const named = (code: QrCode, id: string) => redirect(`/user/deposit/qr/${code}?op=${id}`, 303);
