import type { OpName } from "../../../server/operations/types";
import type { OperationFacts } from "~/features/receipt/words";
import { detailsPath } from "~/features/bonus/details-path";
import { decimal } from "~/lib/money";

/** Path of the QR page of a bank; the deposit page if the bank is unknown. */
export const qrPage = (bankCode: string | null) =>
  bankCode ? `/user/deposit/qr/${encodeURIComponent(bankCode)}` : "/user/deposit";

const FORM: Record<OpName, (facts: OperationFacts) => string> = {
  transfer: () => "/user/transfer",
  transferAll: () => "/user/transfer/all",
  withdraw: () => "/user/withdraw",
  withdrawAll: () => "/user/withdraw",
  createQr: ({ bankCode }) => qrPage(bankCode),
  cancelQr: ({ bankCode }) => qrPage(bankCode),
  addToWallet: () => "/user/deposit/truewallet",
  submitTruelink: () => "/user/deposit/truewallet?by=gift",
  uploadSlip: () => "/user/slips",
  receiveInviteBonus: () => "/user/invite",
  receiveRefund: () => "/user/refund",
  addRefundToWallet: () => "/user/refund",
  activateBonus: ({ code }) => (code ? detailsPath(code) : "/user/bonus"),
  clearBonus: () => "/user/bonus",
  activatePromotion: ({ code }) => (code ? `/user/promotion?promo=${encodeURIComponent(code)}` : "/user/promotion"),
  spin: () => "/user/spin",
  claimCoupon: () => "/user/spin/coupons",
};

/** Operations whose amount the member does not type. */
const GIVEN: readonly OpName[] = ["receiveInviteBonus", "receiveRefund", "addRefundToWallet", "claimCoupon"];

/** The URL of the form of an operation, filled with the same values. */
export function formOf(op: OpName, facts: OperationFacts): string {
  const query = new URLSearchParams();
  if (facts.from) query.set("from", facts.from);
  if (facts.to) query.set("to", facts.to);
  if (facts.amount !== null && !GIVEN.includes(op)) query.set("amount", decimal(facts.amount).replace(/\.00$/, ""));
  const page = FORM[op](facts);
  return query.size > 0 ? `${page}?${query}` : page;
}
