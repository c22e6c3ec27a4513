import { crc16, field, fieldsOf } from "../../slip-code/fields";

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

/** The amount in satang that such a text asks for, or null when it asks for none or its checksum is wrong. */
export function amountIn(payload: string): number | null {
  if (crc16(payload.slice(0, -4)) !== payload.slice(-4)) return null;
  const amount = fieldsOf(payload)?.["54"];
  return amount === undefined ? null : Math.round(Number(amount) * 100);
}
