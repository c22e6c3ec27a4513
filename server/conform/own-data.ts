/** Reads that need something of the member's are asked with what other reads have told, or named with the reason. */
import { endpoints } from "../operator/contract";
import type { Endpoint, Output } from "../operator/endpoint";
import type { Trial } from "./calls";

/** What calls have answered, by their names. */
export type Answers = Partial<{ [Name in keyof typeof endpoints]: Output<(typeof endpoints)[Name]> }>;

/** The input of a read; a text says why there is none. */
type Input = Record<string, unknown> | string;

/** Few messages are enough. */
const MESSAGES = { limit: 2, skip: 0 };

/** The providers of QR codes, by the codes of the specification. */
const QR_BANKS = ["KBANK", "WW", "FP", "PAYONEX"];

/** The QR provider that a deposit can be made with; undefined if there is none. */
export const qrBankOf = ({ lookupDeposit }: Answers) =>
  lookupDeposit?.banks.map(({ bankCode }) => bankCode).find((code) => QR_BANKS.includes(code));

/** Code of an open game account whose balance is known; undefined if there is none. */
export const gameOf = ({ getWallet }: Answers) =>
  getWallet?.slots.find(({ isActive, amount }) => isActive && amount !== null)?.code;

const INPUTS: Partial<Record<keyof typeof endpoints, (answers: Answers) => Input>> = {
  getSlotAccount: (answers) => {
    const slotCode = gameOf(answers);
    return slotCode ? { slotCode } : "the member has no open game account";
  },
  findQr: (answers) => {
    const bankCode = qrBankOf(answers);
    return bankCode ? { bankCode } : "no bank of the operator offers QR codes";
  },
  slipImage: ({ listSlips }) => {
    const slip = listSlips?.slips.find(({ reference }) => reference);
    return slip ? { reference: slip.reference } : "the member has no slip with a reference";
  },
  chatHistory: ({ getProfile }) =>
    getProfile ? { userId: getProfile.profile._id, ...MESSAGES } : "the profile of the member is not known",
  // Without one, whether the operator says that it has none is seen.
  findPromotion: ({ currentPromotion }) => ({ code: currentPromotion?.code ?? "NO-SUCH-PROMOTION" }),
};

/** Who names a member needs the member's session, although guests may make the call. */
const OF_A_MEMBER = { access: "member" } as const;

const SIGNS_IN = "it signs in at a game";

/** What is tried with the member's data, and why other reads are not. */
export function ownTrials(answers: Answers): { trials: Trial[]; why: Record<string, string> } {
  const trials: Trial[] = [];
  const why: Record<string, string> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.writes !== false) continue;
    if (name.startsWith("autoLogin")) why[name] = SIGNS_IN;
    const input = INPUTS[name as keyof typeof endpoints]?.(answers);
    if (typeof input === "string") why[name] = input;
    else if (input)
      trials.push({ name, endpoint: "userId" in input ? { ...endpoint, ...OF_A_MEMBER } : endpoint, input });
  }
  return { trials, why };
}
