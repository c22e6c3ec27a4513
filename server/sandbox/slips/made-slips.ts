import { randomInt } from "node:crypto";
import { deposits, type Currency } from "../market";
import { bankAccountOf, newId, type Member } from "../ledger/members";
import type { Pixels } from "../../codes/picture";
import { miniQr } from "./mini-qr";
import { drawSlip, toJpeg, toPng, type SlipFacts } from "./picture";
import { withExif } from "./exif";
import type { World } from "../world";

/** A slip made at the desk, and what the bank named on it knows about the transfer. */
export interface MadeSlip {
  id: string;
  member: string;
  outcome: SlipOutcome;
  transRef: string;
  currency: Currency;
  /** Minor units. */
  amount: number;
  /** Epoch milliseconds. */
  paidAt: number;
  fromBank: string;
  fromNumber: string;
  toBank: string;
  toNumber: string;
  /** 1: the bank knows the transfer. */
  known: number;
  /** 1: credited before, outside the sandbox. */
  used: number;
  /** Reason code if the reader fails for a reason of its own. */
  trouble: SlipNote | null;
  size: "whole" | "cropped" | "tiny";
  /** 1: the checksum of its mini-QR is wrong. */
  wrongCrc: number;
}

const MINUTE_MS = 60_000;

/** The properties of a slip that lead to each outcome of the reader. `late`: paid too long ago. */
const propertiesOf = {
  SUCCESS: {},
  UPLOADED_FILE_NOT_EXIST: { trouble: "UPLOADED_FILE_NOT_EXIST" },
  IMG_SIZE_UNABLE_TO_PROCESS: { size: "tiny" },
  CANNOT_READ_CROPPED_IMAGE: { size: "cropped" },
  DEST_ACC_INVALID: { toNumber: "9998887776" },
  SLIP_REFNO_DUPLICATED: { used: 1 },
  UNSTABLE_REFNO_ON_SLIP: { blurred: true },
  TRIPPLE_WRONG_CAPTCHA: { trouble: "TRIPPLE_WRONG_CAPTCHA" },
  INVALID_SLIP: { known: 0 },
  NOT_MATCH: { fromNumber: "5554443332" },
  EXPIRED_SLIP: { late: true },
  UNKNOW_ERROR: { trouble: "UNKNOW_ERROR" },
} as const satisfies Record<
  string,
  Partial<Omit<MadeSlip, "trouble">> & { trouble?: string; blurred?: true; late?: true }
>;

export type SlipOutcome = keyof typeof propertiesOf;
/** Why a slip failed. */
export type SlipNote = Exclude<SlipOutcome, "SUCCESS">;
export const slipOutcomes = Object.keys(propertiesOf) as [SlipOutcome, ...SlipOutcome[]];

export interface NewSlip {
  /** Minor units. */
  amount: number;
  outcome?: SlipOutcome;
  /** Bank of the deposit account it was paid to; the first account of the member's currency by default. */
  bankCode?: string;
  minutesAgo?: number;
  wrongCrc?: boolean;
}

/** Deposit accounts that accept bank transfers. */
export const collectingAccounts = (currency: Currency) =>
  deposits[currency].banks.filter(({ bankType }) => bankType === "BANK");

/** The bank's reference of a transfer: its time and some digits. If `blurred`, a part of it is unreadable. */
function newTransRef(at: number, blurred: boolean): string {
  const stamp = new Date(at).toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return `${stamp}${blurred ? "**-**" : ""}${randomInt(1e5, 1e6)}`;
}

/** Makes a slip whose picture can be uploaded. Null if there is no such deposit account. */
export function makeSlip(world: World, member: Member, options: NewSlip): MadeSlip | null {
  const outcome = options.outcome ?? "SUCCESS";
  const {
    blurred = false,
    late = false,
    ...properties
  }: Partial<MadeSlip> & { blurred?: boolean; late?: boolean } = propertiesOf[outcome];
  const accounts = collectingAccounts(member.currency);
  const account = options.bankCode ? accounts.find(({ bankCode }) => bankCode === options.bankCode) : accounts[0];
  if (!account) return null;
  const payer = bankAccountOf(world, member);
  const tooLate = 2 * world.switches.current.slipWithinMinutes + 1;
  const paidAt = world.now() - (options.minutesAgo ?? (late ? tooLate : 1)) * MINUTE_MS;
  const slip: MadeSlip = {
    id: newId(),
    member: member.id,
    outcome,
    transRef: newTransRef(paidAt, blurred),
    currency: member.currency,
    amount: options.amount,
    paidAt,
    fromBank: payer?.code ?? account.bankCode,
    fromNumber: payer?.number ?? "0000000000",
    toBank: account.bankCode,
    toNumber: account.bankAccountNo,
    known: 1,
    used: 0,
    trouble: null,
    size: "whole",
    wrongCrc: Number(options.wrongCrc ?? false),
    ...properties,
  };
  const columns = Object.keys(slip);
  world.database.run(
    `INSERT INTO made_slip (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    ...Object.values(slip),
  );
  return slip;
}

/** Newest first; of one member, or of all. */
export const madeSlips = ({ database }: World, memberId?: string): MadeSlip[] =>
  database.all<MadeSlip>(
    "SELECT * FROM made_slip WHERE member = COALESCE(?, member) ORDER BY rowid DESC LIMIT 30",
    memberId ?? null,
  );

export const madeSlipById = ({ database }: World, id: string) =>
  database.get<MadeSlip>("SELECT * FROM made_slip WHERE id = ?", id);

export const madeSlipByTransRef = ({ database }: World, transRef: string) =>
  database.get<MadeSlip>("SELECT * FROM made_slip WHERE transRef = ?", transRef);

function pixelsOf(slip: MadeSlip): Pixels {
  const { transRef, amount, currency, paidAt, fromBank, fromNumber, toBank, toNumber, size, wrongCrc } = slip;
  const facts: SlipFacts = {
    transRef,
    amount,
    currency,
    paidAt,
    from: { bankCode: fromBank, number: fromNumber },
    to: { bankCode: toBank, number: toNumber },
  };
  return drawSlip(facts, { size, qr: miniQr({ bankCode: fromBank, transRef }, { wrongCrc: wrongCrc === 1 }) });
}

/** The picture of a slip: a PNG like those of bank apps, or a JPEG with the EXIF data of a camera. Always the same. */
export const pictureOf = (slip: MadeSlip, type: "png" | "jpg"): Buffer =>
  type === "png" ? toPng(pixelsOf(slip)) : withExif(toJpeg(pixelsOf(slip)));
