import { redirect, type AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { channelsOf, type QrCode, type QrProvider } from "~/features/deposit/channels";
import { findQr, LIFE_S, madeQr, type Made, type QrRecord } from "~/features/qr/made-qr";
import { openMoneyForm } from "~/features/receipt/money-form";
import { supportOf } from "~/features/contact/support";

/** Seconds until a waiting page is loaded again where no script asks: often at first, then less, and when the QR expires. */
function refreshAfter(age: number, left: number | null) {
  const pause = age < 120 ? 10 : 30;
  return left === null ? pause : Math.min(pause, left + 1);
}

/** The QR that is open with the operator, its code checked against the operator's record and what was asked for. */
export async function presentState(context: AppLoadContext, bank: QrCode, found: QrRecord, made: Made | null) {
  const { operations, operator, codes } = context;
  const [open, key, wallet, bonus, checked] = await Promise.all([
    operations.open(),
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
    /** Where the code can be had as a picture of its own. */
    picture: checked.ok && checked.payload !== null ? pictureOf(bank, made) : null,
    amount: found.amount ?? made?.amount ?? (checked.ok ? (checked.payment?.amount ?? null) : null),
    clock: left === null ? null : { now, left, total, expires: now + left * 1000 },
    holder: wallet?.bankAccount.bankAccountName || null,
    held: bonus?.status ?? false,
    support,
    cancelKey: open ? null : key,
    refresh: refreshAfter(left === null ? 0 : total - left, left),
  };
}

const pictureOf = (bank: QrCode, made: Made | null) =>
  `/user/deposit/qr/${bank}/picture${made ? `?op=${made.op.id}` : ""}`;

/** How long after its expiry a payment of a QR may still show up. */
const GRACE_MS = 120_000;

/** What became of a QR that is no longer open: its deposit if the statement has it, else that it is closed. */
export async function closedState(context: AppLoadContext, made: Made) {
  const { operations, operator, now } = context;
  const [page, wallet, open, key, last] = await Promise.all([
    soft(operator.listStatements({ page: 1, limit: 10 })),
    soft(operator.getWallet()),
    operations.open(),
    operations.formKey("createQr"),
    operations.last(),
  ]);
  const newer = madeQr(last);
  const replaced = newer && newer.op.startedAt > made.op.startedAt && newer.op.startedAt < made.expires;
  // Two of the same amount are told apart by the bank, where the operator names it.
  const rival = replaced && newer.amount === made.amount;
  const row = page?.statements.find(
    ({ statementType, status, amount, createdAt, from }) =>
      statementType === "deposit" &&
      status === "SUCCESS" &&
      amount === made.amount &&
      createdAt.getTime() >= made.op.startedAt &&
      (!rival || from === made.bank),
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

/** The form for a new QR. */
export async function formState(context: AppLoadContext, provider: QrProvider, asked: Record<string, string>) {
  const { operator, site } = context;
  const [form, offered, wallet, bonus, support] = await Promise.all([
    openMoneyForm(context, "createQr"),
    soft(operator.lookupDeposit()),
    soft(operator.getWallet()),
    soft(operator.checkActiveBonus()),
    supportOf(context),
  ]);
  const preset = provider.presets.find((amount) => String(amount / 100) === asked.amount);
  return {
    state: "form" as const,
    ...form,
    provider,
    channels: channelsOf(offered, site.giftLinks),
    balance: wallet?.wallet.amount ?? null,
    held: bonus?.status ?? false,
    support,
    other: await otherOpen(context, provider.code, madeQr(form.last)),
    typed: preset ? { preset: asked.amount } : asked,
    refresh: null,
  };
}

/** The QR of another provider that is open: a new one takes its place. Asks the operator only when we have just made one. */
async function otherOpen(context: AppLoadContext, bank: QrCode, last: Made | null) {
  if (!last || last.bank === bank || context.now >= last.expires) return null;
  const found = await soft(findQr(context, last.bank));
  return found?.open ? { bank: last.bank, amount: found.amount ?? last.amount, href: pageOf(last) } : null;
}

/** Names the operation in the page's address, so that the page can tell later what became of its QR. */
const pageOf = ({ bank, op }: Made) => `/user/deposit/qr/${bank}?op=${op.id}`;

export const named = (made: Made) => redirect(pageOf(made), 303);
