import type { OpName } from "../../server/operations/types";
import qr from "../../locales/th/qr.json";
import words from "../../locales/th/receipt.json";
import slips from "../../locales/th/slips.json";
import type { Desk, NewMember } from "../support/desk";
import type { Fields } from "../support/visitor";
import { rows } from "./ledger";
import { CONDITIONS, REWARDS } from "./rewards";

/** Makes form values that need the operator, such as gift links and slips. */
type Making = (desk: Desk, phone: string) => Promise<Fields>;

/** An operation: its form, its texts on pages, and its effect in the operator's ledger. */
export interface Operation {
  name: OpName;
  /** The member's data before, in minor units. */
  has: NewMember;
  /** An operation that must be done before. */
  after?: OpName;
  /** Then prepares the member at the operator. Returns the page of the form if it depends on the member. */
  ready?(desk: Desk, phone: string): Promise<string | void>;
  /** The page of the form. `form`: its fields besides the key. */
  page: string;
  form: readonly string[];
  fields: Fields | Making;
  /** Values for a second form; missing if there is no choice. */
  other?: Fields | Making;
  /** Another one can be sent whatever happened since its form was opened. */
  always?: true;
  /** A page that shows it as the last operation, if its answer does not link to the receipt. */
  namedOn?: string;
  /** The texts with which pages say that it was done, and that it was not. */
  says: { done: readonly string[]; not: readonly string[] };
  /** How often it took effect, for a member who has done nothing else. */
  effects(desk: Desk, phone: string): Promise<number>;
}

const withdrawal = {
  done: [words.withdrawDone, words.withdrawPaid],
  not: [words.withdrawRejected, words.withdrawReturned],
};

const QR = "/user/deposit/qr/KBANK";
const TRUE_WALLET = "/user/deposit/truewallet";

/** A new slip. */
const slip: Making = async (desk, phone) => {
  const { png } = await desk.makeSlip({ phone, amount: 100_00 });
  return { file: { name: "slip.png", type: "image/png", bytes: Buffer.from(png, "base64") } };
};

const trueWalletDeposits = rows(({ type, source }) => type === "deposit" && source === "TRUEWALLET");

export const OPERATIONS: readonly Operation[] = [
  {
    name: "transfer",
    has: { wallet: 500_00, games: { PG: 0 } },
    page: "/user/transfer",
    form: ["from", "to", "amount"],
    fields: { from: "wallet", to: "PG", amount: "200" },
    other: { from: "wallet", to: "PG", amount: "150" },
    says: { done: [words.transferDone], not: [words.transferRejected] },
    effects: rows(({ type, target }) => type === "transfer" && target === "PG"),
  },
  {
    name: "transferAll",
    has: { wallet: 100_00, games: { PG: 150_00 } },
    page: "/user/transfer/all?to=wallet",
    form: ["to"],
    fields: {},
    says: { done: [words.transferAllDone], not: [words.transferAllRejected] },
    effects: rows(({ type, source }) => type === "transfer" && source === "PG"),
  },
  {
    name: "withdraw",
    has: { wallet: 1_000_00 },
    page: "/user/withdraw/review?amount=300",
    form: ["amount"],
    fields: {},
    other: { amount: "250" },
    says: withdrawal,
    effects: rows(({ type }) => type === "withdraw"),
  },
  {
    name: "withdrawAll",
    has: { wallet: 800_00, games: { PG: 200_00 } },
    page: "/user/withdraw/review?amount=300",
    form: ["amount"],
    fields: {},
    other: { amount: "250" },
    says: withdrawal,
    effects: rows(({ type }) => type === "withdraw"),
  },
  {
    name: "createQr",
    has: {},
    page: QR,
    form: ["amount"],
    fields: { amount: "200" },
    other: { amount: "300" },
    says: { done: [words.createQrDone, qr.scanTitle], not: [words.createQrRejected] },
    effects: async (desk, phone) => (await desk.qrs(phone)).length,
  },
  {
    name: "cancelQr",
    has: {},
    after: "createQr",
    page: `${QR}/cancel`,
    form: ["qrcodeId"],
    fields: {},
    says: { done: [words.cancelQrDone, qr.cancelGone], not: [words.cancelQrRejected] },
    effects: async (desk, phone) => ((await desk.qrs(phone)).length === 0 ? 1 : 0),
  },
  {
    name: "addToWallet",
    has: {},
    page: TRUE_WALLET,
    form: ["amount"],
    fields: { amount: "120" },
    other: { amount: "130" },
    says: { done: [words.addDone, words.addArrived], not: [words.addRejected] },
    effects: trueWalletDeposits,
  },
  {
    name: "submitTruelink",
    has: {},
    page: `${TRUE_WALLET}?by=gift`,
    form: ["link"],
    fields: async (desk) => ({ link: (await desk.gift(50_00)).link }),
    says: { done: [words.truelinkDone, words.truelinkAlready], not: [words.truelinkRejected] },
    effects: trueWalletDeposits,
  },
  {
    name: "uploadSlip",
    has: {},
    page: "/user/slips?send=1",
    form: ["file"],
    fields: slip,
    other: slip,
    always: true,
    namedOn: "/user/transfer",
    says: { done: [slips.sent, slips.sentUnread, slips.doneHeading], not: [slips.rejectedHeading] },
    effects: async (desk, phone) => (await desk.slips(phone)).length,
  },
  ...REWARDS,
  ...CONDITIONS,
];

export const operation = (name: OpName): Operation => OPERATIONS.find((one) => one.name === name)!;
