import { crc16 } from "../../codes/crc16";
import { field } from "../../codes/tlv";

/**
 * The text inside a Thai PromptPay QR: EMVCo merchant-presented fields. Dynamic (one payment), with the amount in it.
 * `phone`: ten digits with a leading 0. `amount`: satang.
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
