import { crc16 } from "../../codes/crc16";
import { field } from "../../codes/tlv";
import { botNumbers, SLIP_VERIFICATION, type MiniQr } from "../../codes/mini-qr";

/** The text of a slip's mini-QR. Lao banks use their own format, OneProof. `wrongCrc` makes the checksum wrong. */
export function miniQr({ bankCode, transRef }: MiniQr, { wrongCrc = false } = {}): string {
  const bot = botNumbers[bankCode];
  const body =
    bot !== undefined
      ? `${field("00", field("00", SLIP_VERIFICATION) + field("01", bot) + field("02", transRef))}${field("51", "TH")}9104`
      : `${field("00", "01")}${field("33", field("00", bankCode) + field("01", "ONEPROOF") + field("02", "01") + field("03", transRef.slice(-6)) + field("04", transRef))}6304`;
  const crc = crc16(body);
  return body + (wrongCrc ? crc16(body + crc) : crc);
}
