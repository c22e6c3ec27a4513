import { crc16 } from "../../codes/crc16";
import { field } from "../../codes/tlv";

/**
 * The text of a Thai PromptPay QR: EMVCo merchant-presented, dynamic (for one payment), with the amount.
 * @param phone ten digits with a leading 0
 * @param amount satang
 */
export function promptPay(phone: string, amount: number): string {
  const account = field("00", "A000000677010111") + field("01", phone.replace(/^0/, "0066"));
  const payload =
    field("00", "01") +
    field("01", "12") +
    field("29", account) +
    field("53", "764") +
    field("58", "TH") +
    field("54", (amount / 100).toFixed(2)) +
    "6304";
  return payload + crc16(payload);
}
