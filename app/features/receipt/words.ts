import type { Locale } from "../../../server/config/config";
import type { Json } from "../../../server/operations/json";
import type { OpName, OpState } from "../../../server/operations/types";
import { MAIN_WALLET } from "~/features/wallet/accounts";
import { bankName } from "~/lib/banks";
import type { Tone } from "~/ui/alert";
import type { IconName } from "~/ui/icon";
import type { TextKey } from "~/ui/request";
import type { Translate } from "~/i18n";

/** The values an operation was started with; null where its kind has no such value. `amount` is minor units. */
export interface OperationFacts {
  from: string | null;
  to: string | null;
  amount: number | null;
  bankCode: string | null;
  /** Of a bonus or a promotion. */
  code: string | null;
}

/** Reads the facts from the stored input of an operation. */
export function factsOf(input: Json | undefined): OperationFacts {
  const fields = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  const text = (value: Json | undefined) => (typeof value === "string" ? value : null);
  return {
    from: text(fields.from),
    to: text(fields.to),
    amount: typeof fields.amount === "number" ? fields.amount : null,
    bankCode: text(fields.bankCode),
    code: text(fields.code),
  };
}

/** The source of gift links and truewallet deposits. */
export const TRUE_WALLET = "TRUEWALLET";

/** Names of game providers by code; empty if the page has not read them. */
export type GameNames = Record<string, string>;

/** The name of a source or target of money: the main wallet, a game provider or a bank. */
export function placeName(
  code: string,
  { t, locale, games = {} }: { t: Translate; locale: Locale; games?: GameNames },
) {
  if (games[code]) return games[code];
  if (code === MAIN_WALLET) return t("common:mainWallet");
  return code === TRUE_WALLET ? t("receipt:trueWallet") : bankName(code, locale);
}

interface Words {
  /** Title of the receipt. */
  title: TextKey;
  /** Short description of the operation; parameters `from`, `to`, `bank`. */
  what: TextKey;
  icon: IconName;
  /** Heading of the receipt, by state. */
  heading: Record<OpState, TextKey>;
}

const heading = (done: TextKey, rejected: TextKey): Words["heading"] => ({
  inflight: "receipt:inflightHeading",
  unknown: "receipt:unknownHeading",
  notdone: "receipt:notdoneHeading",
  review: "receipt:reviewHeading",
  done,
  rejected,
});

const withdraw: Words = {
  title: "common:navWithdraw",
  what: "receipt:whatWithdraw",
  icon: "withdraw",
  heading: heading("receipt:withdrawDone", "receipt:withdrawRejected"),
};

const refund: Words = {
  title: "receipt:whatRefund",
  what: "receipt:whatRefund",
  icon: "refund",
  heading: heading("receipt:refundDone", "receipt:refundRejected"),
};

/** The texts and icon of each operation. */
export const WORDS: Record<OpName, Words> = {
  transfer: {
    title: "transfer:title",
    what: "receipt:whatTransfer",
    icon: "transfer",
    heading: heading("receipt:transferDone", "receipt:transferRejected"),
  },
  transferAll: {
    title: "transfer:allTitle",
    what: "receipt:whatTransferAll",
    icon: "transfer",
    heading: heading("receipt:transferAllDone", "receipt:transferAllRejected"),
  },
  withdraw,
  withdrawAll: withdraw,
  createQr: {
    title: "common:navDeposit",
    what: "receipt:whatCreateQr",
    icon: "qr",
    heading: heading("receipt:createQrDone", "receipt:createQrRejected"),
  },
  cancelQr: {
    title: "common:navDeposit",
    what: "receipt:whatCancelQr",
    icon: "qr",
    heading: heading("receipt:cancelQrDone", "receipt:cancelQrRejected"),
  },
  addToWallet: {
    title: "common:navDeposit",
    what: "receipt:whatAddToWallet",
    icon: "wallet",
    heading: heading("receipt:addDone", "receipt:addRejected"),
  },
  submitTruelink: {
    title: "common:navDeposit",
    what: "receipt:whatTruelink",
    icon: "bonus",
    heading: heading("receipt:truelinkDone", "receipt:truelinkRejected"),
  },
  uploadSlip: {
    title: "slips:title",
    what: "slips:whatSent",
    icon: "statement",
    heading: heading("slips:doneHeading", "slips:rejectedHeading"),
  },
  receiveInviteBonus: {
    title: "receipt:whatInvite",
    what: "receipt:whatInvite",
    icon: "invite",
    heading: heading("receipt:inviteDone", "receipt:inviteRejected"),
  },
  receiveRefund: refund,
  addRefundToWallet: refund,
  activateBonus: {
    title: "receipt:whatBonus",
    what: "receipt:whatBonus",
    icon: "bonus",
    heading: heading("receipt:saved", "receipt:bonusRejected"),
  },
  clearBonus: {
    title: "receipt:whatClear",
    what: "receipt:whatClear",
    icon: "bonus",
    heading: heading("receipt:clearDone", "receipt:clearRejected"),
  },
  activatePromotion: {
    title: "receipt:whatPromotion",
    what: "receipt:whatPromotion",
    icon: "bonus",
    heading: heading("receipt:saved", "receipt:promotionRejected"),
  },
  spin: {
    title: "receipt:whatSpin",
    what: "receipt:whatSpin",
    icon: "spin",
    heading: heading("receipt:spinDone", "receipt:spinRejected"),
  },
  claimCoupon: {
    title: "receipt:whatCoupon",
    what: "receipt:whatCoupon",
    icon: "bonus",
    heading: heading("receipt:couponDone", "receipt:couponRejected"),
  },
};

/** Label, colour and icon of each state. */
export const STATES: Record<OpState, { word: TextKey; tone: Tone; icon: IconName }> = {
  inflight: { word: "receipt:stateInflight", tone: "info", icon: "pending" },
  unknown: { word: "receipt:stateUnknown", tone: "warn", icon: "warning" },
  done: { word: "receipt:stateDone", tone: "good", icon: "success" },
  rejected: { word: "receipt:stateRejected", tone: "bad", icon: "failed" },
  notdone: { word: "receipt:stateNotdone", tone: "bad", icon: "failed" },
  review: { word: "receipt:stateReview", tone: "warn", icon: "warning" },
};

const ACCEPTED = { word: "receipt:stateAccepted", tone: "info", icon: "pending" } as const;

/** Operations that the operator only accepts: the money moves later. */
const ACCEPTED_ONLY: readonly OpName[] = ["withdraw", "withdrawAll", "createQr", "addToWallet", "uploadSlip"];

/** Label, colour and icon of an operation's state; an accepted operation shows "accepted" instead of "done". */
export const stateOf = (op: OpName, state: OpState) =>
  state === "done" && ACCEPTED_ONLY.includes(op) ? ACCEPTED : STATES[state];
