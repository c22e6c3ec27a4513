import { crc16 } from "./crc16";
import { fieldsOf } from "./tlv";

/** The mini-QR on a transfer slip: the sending bank and its reference for the transfer. */
export interface MiniQr {
  bankCode: string;
  transRef: string;
}

/** Our bank codes and the three-digit numbers of the Bank of Thailand. */
export const botNumbers: Record<string, string> = {
  BBL: "002",
  KBANK: "004",
  KTB: "006",
  TMB: "011",
  SCB: "014",
  CIMB: "022",
  UOB: "024",
  BAY: "025",
  GSB: "030",
  GHB: "033",
  BAAC: "034",
  IBANK: "066",
  TISCO: "067",
  KKP: "069",
  ICBC: "070",
  TCRB: "071",
  LHB: "073",
};

/** API id of a Thai slip verification code. */
export const SLIP_VERIFICATION = "000001";

/** Reads the text of a slip's code; null if it is another kind of code or its checksum is wrong. */
export function readMiniQr(text: string): MiniQr | null {
  const fields = fieldsOf(text);
  const crc = fields?.get("91") ?? fields?.get("63");
  if (!fields || !crc) return null;
  const signed = text.slice(0, text.lastIndexOf(crc) - 2);
  // Some banks omit leading zeros of the checksum.
  if (crc16(`${signed}04`) !== crc.toUpperCase().padStart(4, "0")) return null;
  const thai = fieldsOf(fields.get("00") ?? "");
  const transRef = thai?.get("02");
  if (thai?.get("00") === SLIP_VERIFICATION && transRef) return { bankCode: bankOf(thai.get("01") ?? ""), transRef };
  const lao = fieldsOf(fields.get("33") ?? "");
  const laoRef = lao?.get("04");
  return laoRef ? { bankCode: lao?.get("00") ?? "", transRef: laoRef } : null;
}

/** Our bank code for a Bank of Thailand number; the number itself if the bank is unknown. */
const bankOf = (number: string) => Object.keys(botNumbers).find((code) => botNumbers[code] === number) ?? number;
