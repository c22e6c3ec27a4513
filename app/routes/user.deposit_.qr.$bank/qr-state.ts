import { redirect, type AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { askable } from "~/features/chat/chat-link";
import type { Channels, QrCode, QrProvider } from "~/features/deposit/channels";
import { LIFE_S, madeQr, type Made, type QrRecord } from "~/features/qr/made-qr";
import { openQrOf } from "~/features/qr/open-qr";
import { lastOp } from "~/features/receipt/last-op";
import { openMoneyForm } from "~/features/receipt/money-form";
import { supportOf } from "~/features/contact/support";

/**
 * Seconds until a waiting page reloads without the script: 10, later 30, and when the QR expires. `age`, `left`:
 * seconds.
 */
function refreshAfter(age: number, left: number | null) {
  const pause = age < 120 ? 10 : 30;
  return left === null ? pause : Math.min(pause, left + 1);
}

/** The open QR; its payload is checked against the operator's record and the requested amount. */
export async function presentState(context: AppLoadContext, bank: QrCode, found: QrRecord, made: Made | null) {
  const { operations, operator, codes } = context;
  const [cancelling, wallet, bonus, asks, checked] = await Promise.all([
    operations.open("cancelQr"),
    soft(operator.getWallet()),
    soft(operator.checkActiveBonus()),
    askable(context, made?.op.id ?? null),
    codes.check(found.qrcode, [found.amount, made?.requested ?? null]),
  ]);
  if (!checked.ok) context.log.warn({ bank, qrcodeId: found.qrcodeId, fault: checked.fault }, "a QR is not shown");
  const support = checked.ok ? null : await supportOf(context);
  const now = Date.now();
  const left = found.expireIn;
  const total = Math.max(made?.life ?? LIFE_S, left ?? 0);
  return {
    state: "present" as const,
    image: checked.ok ? checked.image : null,
    fault: checked.ok ? null : checked.fault,
    /** Path of the code as an image file. */
    picture: checked.ok && checked.payload !== null ? pictureOf(bank, made) : null,
    amount: found.amount ?? made?.amount ?? (checked.ok ? (checked.payment?.amount ?? null) : null),
    clock: left === null ? null : { now, left, total, expires: now + left * 1000 },
    holder: wallet?.bankAccount?.bankAccountName || null,
    held: bonus?.status ?? false,
    support,
    cancellable: cancelling === null,
    asks,
    refresh: refreshAfter(left === null ? 0 : total - left, left),
  };
}

const pictureOf = (bank: QrCode, made: Made | null) =>
  `/user/deposit/qr/${bank}/picture${made ? `?op=${made.op.id}` : ""}`;

/** Milliseconds after its expiry in which the payment of a QR may still appear in the statement. */
const GRACE_MS = 120_000;

/**
 * The outcome of a QR that is no longer open: paid if the statement has its deposit, otherwise closed. `offered`:
 * whether a new one can be made.
 */
export async function closedState(context: AppLoadContext, made: Made, offered: boolean) {
  const { operations, operator, now } = context;
  const [page, wallet, open, key, last, asks] = await Promise.all([
    soft(operator.listStatements({ page: 1, limit: 10 })),
    soft(operator.getWallet()),
    operations.open("createQr"),
    operations.formKey("createQr"),
    operations.last(),
    askable(context, made.op.id),
  ]);
  const newer = madeQr(last);
  const replaced = newer && newer.op.startedAt > made.op.startedAt && newer.op.startedAt < made.expires;
  // If a newer QR has the same amount, only the bank tells the two deposits apart.
  const ambiguous = replaced && newer.amount === made.amount;
  const row = page?.statements.find(
    ({ statementType, status, amount, createdAt, from }) =>
      statementType === "deposit" &&
      status === "SUCCESS" &&
      amount === made.amount &&
      createdAt.getTime() >= made.op.startedAt &&
      (!ambiguous || from === made.bank),
  );
  if (row) {
    await context.arrivals.note("qr", made.op.id, row.createdAt.getTime() - made.op.startedAt);
    return {
      state: "paid" as const,
      amount: row.amount,
      at: row.createdAt.getTime(),
      from: row.from,
      reference: made.op.id,
      asks,
      balance: wallet?.wallet.amount ?? null,
      refresh: null,
    };
  }
  return {
    state: "closed" as const,
    amount: made.amount,
    why: replaced ? ("replaced" as const) : now >= made.expires ? ("expired" as const) : ("closed" as const),
    newer: replaced ? { bank: newer.bank, amount: newer.amount, href: pageOf(newer) } : null,
    formKey: open || !offered ? null : key,
    asks,
    refresh: now < made.expires + GRACE_MS ? refreshAfter((now - made.op.startedAt) / 1000, null) : null,
  };
}

/** The data of the form for a new QR. `asked`: the query of the URL. */
export async function formState(
  context: AppLoadContext,
  provider: QrProvider,
  channels: Channels,
  asked: Record<string, string>,
) {
  const { operator } = context;
  const reading = soft(operator.getWallet());
  const others = channels.qr.filter((code) => code !== provider.code);
  const [formKey, last, bonus, other, typicalMs] = await Promise.all([
    openMoneyForm(context, "createQr"),
    lastOp(context, reading),
    soft(operator.checkActiveBonus()),
    openQrOf(context, others),
    context.arrivals.typical("qr"),
    reading,
  ]);
  return {
    state: "form" as const,
    formKey,
    // The notice about an open QR tells the same.
    last: other && last?.op === "createQr" ? null : last,
    provider,
    channels,
    held: bonus?.status ?? false,
    /** The open QR of another provider, which a new one replaces. */
    other,
    typed: asked,
    typicalMs,
    refresh: null,
  };
}

/** Without the channels, or the state of the QR, nothing is shown but that they could not be read. */
export const unreadState = (channels: Channels | null) => ({
  state: "unread" as const,
  failed: true,
  channels,
  refresh: null,
});

/** Path of a QR's page, with the id of its operation, so that the page can show the outcome later. */
const pageOf = ({ bank, op }: Made) => `/user/deposit/qr/${bank}?op=${op.id}`;

export const named = (made: Made) => redirect(pageOf(made), 303);
