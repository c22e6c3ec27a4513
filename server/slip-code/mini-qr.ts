import { crc16, fieldsOf } from "./fields";

/** What the small QR on a transfer slip says: which bank made the transfer, and that bank's number of it. */
export interface MiniQr {
  bankCode: string;
  transRef: string;
}

/** Codes of the Bank of Thailand, three digits. */
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

/** Says that a code is for looking up a transfer. */
export const SLIP_VERIFICATION = "000001";

/** Reads the text of a code; null when it is no slip's, or its checksum is wrong. Zeros that a bank left out of the checksum are put back. */
export function readMiniQr(text: string): MiniQr | null {
  const fields = fieldsOf(text);
  const crc = fields?.["91"] ?? fields?.["63"];
  if (!fields || !crc) return null;
  const signed = text.slice(0, text.lastIndexOf(crc) - 2);
  if (crc16(`${signed}04`) !== crc.toUpperCase().padStart(4, "0")) return null;
  const thai = fieldsOf(fields["00"] ?? "");
  if (thai?.["00"] === SLIP_VERIFICATION && thai["02"])
    return {
      bankCode: Object.keys(botNumbers).find((code) => botNumbers[code] === thai["01"]) ?? thai["01"] ?? "",
      transRef: thai["02"],
    };
  const lao = fieldsOf(fields["33"] ?? "");
  return lao?.["04"] ? { bankCode: lao["00"] ?? "", transRef: lao["04"] } : null;
}
