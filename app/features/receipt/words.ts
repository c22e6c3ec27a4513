import type { Locale } from "../../../server/config/config";
import type { Json } from "../../../server/operations/json";
import type { OpName, OpState } from "../../../server/operations/types";
import { WALLET } from "../wallet/accounts";
import { bankName } from "../../lib/banks";
import type { Tone } from "../../ui/alert";
import type { IconName } from "../../ui/icon";
import type { TextKey } from "../../ui/request";
import type { Translate } from "../../i18n";

/** What an operation was about, as far as its kind has it. `amount` is minor units. */
export interface OperationFacts {
  from: string | null;
  to: string | null;
  amount: number | null;
  bankCode: string | null;
}

/** The facts in the stored input of an operation. */
export function factsOf(input: Json | undefined): OperationFacts {
  const fields = typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
  const text = (value: Json | undefined) => (typeof value === "string" ? value : null);
  return {
    from: text(fields.from),
    to: text(fields.to),
    amount: typeof fields.amount === "number" ? fields.amount : null,
    bankCode: text(fields.bankCode),
  };
}

/** Where gift links and true-wallet deposits come from. */
export const TRUE_WALLET = "TRUEWALLET";

/** The names of game providers by their code, where the page knows them. */
export type GameNames = Record<string, string>;

/** The name of a place money comes from or goes to: the main wallet, a game by its provider's name, or a bank. */
export function placeName(
  code: string,
  { t, locale, games = {} }: { t: Translate; locale: Locale; games?: GameNames },
) {
  if (games[code]) return games[code];
  if (code === WALLET) return t("common:mainWallet");
  return code === TRUE_WALLET ? t("operation:trueWallet") : bankName(code, locale);
}

interface Words {
  /** Head of the receipt. */
  title: TextKey;
  /** The operation in a few words; parameters `from`, `to`, `bank`. */
  what: TextKey;
  icon: IconName;
  /** What to call the outcome, as a heading. */
  heading: Record<OpState, TextKey>;
}

const heading = (done: TextKey, rejected: TextKey): Words["heading"] => ({
  inflight: "operation:inflightHeading",
  unknown: "operation:unknownHeading",
  notdone: "operation:notdoneHeading",
  review: "operation:reviewHeading",
  done,
  rejected,
});

const withdraw: Words = {
  title: "common:navWithdraw",
  what: "operation:whatWithdraw",
  icon: "withdraw",
  heading: heading("operation:withdrawDone", "operation:withdrawRejected"),
};

/** How each operation speaks of itself. */
export const WORDS: Record<OpName, Words> = {
  transfer: {
    title: "transfer:title",
    what: "operation:whatTransfer",
    icon: "transfer",
    heading: heading("operation:transferDone", "operation:transferRejected"),
  },
  transferAll: {
    title: "transfer:allTitle",
    what: "operation:whatTransferAll",
    icon: "transfer",
    heading: heading("operation:transferAllDone", "operation:transferAllRejected"),
  },
  withdraw,
  withdrawAll: withdraw,
  createQr: {
    title: "common:navDeposit",
    what: "operation:whatCreateQr",
    icon: "qr",
    heading: heading("operation:createQrDone", "operation:createQrRejected"),
  },
  cancelQr: {
    title: "common:navDeposit",
    what: "operation:whatCancelQr",
    icon: "qr",
    heading: heading("operation:cancelQrDone", "operation:cancelQrRejected"),
  },
  addToWallet: {
    title: "common:navDeposit",
    what: "operation:whatAddToWallet",
    icon: "wallet",
    heading: heading("operation:addDone", "operation:addRejected"),
  },
  submitTruelink: {
    title: "common:navDeposit",
    what: "operation:whatTruelink",
    icon: "bonus",
    heading: heading("operation:truelinkDone", "operation:truelinkRejected"),
  },
  uploadSlip: {
    title: "slips:title",
    what: "slips:whatSent",
    icon: "statement",
    heading: heading("slips:doneHeading", "slips:rejectedHeading"),
  },
};

/** The state of an operation in a word, with its colour and icon. */
export const STATES: Record<OpState, { word: TextKey; tone: Tone; icon: IconName }> = {
  inflight: { word: "operation:stateInflight", tone: "info", icon: "pending" },
  unknown: { word: "operation:stateUnknown", tone: "warn", icon: "warning" },
  done: { word: "operation:stateDone", tone: "good", icon: "success" },
  rejected: { word: "operation:stateRejected", tone: "bad", icon: "failed" },
  notdone: { word: "operation:stateNotdone", tone: "bad", icon: "failed" },
  review: { word: "operation:stateReview", tone: "warn", icon: "warning" },
};

const ACCEPTED = { word: "operation:stateAccepted", tone: "info", icon: "pending" } as const;

/** What the operator only takes note of: the money moves later. */
const TAKEN: readonly OpName[] = ["withdraw", "withdrawAll", "createQr", "addToWallet", "uploadSlip"];

/** The state in a word; a withdrawal that the operator has taken is accepted, which is not yet paid. */
export const stateOf = (op: OpName, state: OpState) =>
  state === "done" && TAKEN.includes(op) ? ACCEPTED : STATES[state];
