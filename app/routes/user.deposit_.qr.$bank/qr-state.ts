import { redirect, type AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { channelsOf, type QrCode, type QrProvider } from "~/features/deposit/channels";
import { findQr, LIFE_S, madeQr, type Made, type QrRecord } from "~/features/qr/made-qr";
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
  const [open, key, wallet, bonus, checked] = await Promise.all([
    operations.open("cancelQr"),
    operations.formKey("cancelQr"),
    soft(operator.getWallet()),
    soft(operator.checkActiveBonus()),
    codes.check(found.qrcode, [found.amount, made?.requested ?? null]),
  ]);
  if (!checked.ok) context.log.warn({ bank, qrcodeId: found.qrcodeId, fault: checked.fault }, "a QR is not shown");
  const support = checked.ok && !bonus?.status ? null : await supportOf(context);
  const now = Date.now();
  const left = found.expireIn;
  const total = Math.max(made?.life ?? LIFE_S, left ?? 0);
  return {
    state: "present" as const,
    qrcodeId: found.qrcodeId,
    image: checked.ok ? checked.image : null,
    fault: checked.ok ? null : checked.fault,
    /** Path of the code as an image file. */
    picture: checked.ok && checked.payload !== null ? pictureOf(bank, made) : null,
    amount: found.amount ?? made?.amount ?? (checked.ok ? (checked.payment?.amount ?? null) : null),
    clock: left === null ? null : { now, left, total, expires: now + left * 1000 },
    holder: wallet?.bankAccount?.bankAccountName || null,
    held: bonus?.status ?? false,
    support,
    cancelKey: open ? null : key,
    refresh: refreshAfter(left === null ? 0 : total - left, left),
  };
}

const pictureOf = (bank: QrCode, made: Made | null) =>
  `/user/deposit/qr/${bank}/picture${made ? `?op=${made.op.id}` : ""}`;

/** Milliseconds after its expiry in which the payment of a QR may still appear in the statement. */
const GRACE_MS = 120_000;

/** The outcome of a QR that is no longer open: paid if the statement has its deposit, otherwise closed. */
export async function closedState(context: AppLoadContext, made: Made) {
  const { operations, operator, now } = context;
  const [page, wallet, open, key, last] = await Promise.all([
    soft(operator.listStatements({ page: 1, limit: 10 })),
    soft(operator.getWallet()),
    operations.open("createQr"),
    operations.formKey("createQr"),
    operations.last(),
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
    why: replaced ? ("replaced" as const) : now >= made.expires ? ("expired" as const) : ("closed" as const),
    newer: replaced ? { bank: newer.bank, amount: newer.amount, href: pageOf(newer) } : null,
    formKey: open ? null : key,
    refresh: now < made.expires + GRACE_MS ? refreshAfter((now - made.op.startedAt) / 1000, null) : null,
  };
}

/** The data of the form for a new QR. `asked`: the query of the URL. */
export async function formState(context: AppLoadContext, provider: QrProvider, asked: Record<string, string>) {
  const { operator, operations, site } = context;
  const reading = soft(operator.getWallet());
  const [formKey, newest, last, offered, wallet, bonus, support] = await Promise.all([
    openMoneyForm(context, "createQr"),
    operations.last(),
    lastOp(context, reading),
    soft(operator.lookupDeposit()),
    reading,
    soft(operator.checkActiveBonus()),
    supportOf(context),
  ]);
  const preset = provider.presets.find((amount) => String(amount / 100) === asked.amount);
  return {
    state: "form" as const,
    formKey,
    last,
    provider,
    channels: channelsOf(offered, site.giftLinks),
    balance: wallet?.wallet.amount ?? null,
    held: bonus?.status ?? false,
    support,
    other: await otherOpen(context, provider.code, madeQr(newest)),
    typed: preset ? { preset: asked.amount } : asked,
    refresh: null,
  };
}

/**
 * The open QR of another provider, which a new one replaces. Calls the operator only if the member made one recently.
 */
async function otherOpen(context: AppLoadContext, bank: QrCode, last: Made | null) {
  if (!last || last.bank === bank || context.now >= last.expires) return null;
  const found = await soft(findQr(context, last.bank));
  return found?.open ? { bank: last.bank, amount: found.amount ?? last.amount, href: pageOf(last) } : null;
}

/** Path of a QR's page, with the id of its operation, so that the page can show the outcome later. */
const pageOf = ({ bank, op }: Made) => `/user/deposit/qr/${bank}?op=${op.id}`;

export const named = (made: Made) => redirect(pageOf(made), 303);
