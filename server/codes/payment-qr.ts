import { crc16 } from "./crc16";
import { fieldsOf } from "./tlv";

/**
 * The kind of a QR code. `payment`: a merchant-presented payment code (EMVCo). `broken`: begins like one, but has
 * invalid fields or a wrong checksum. `other`: anything else, for example a web address.
 */
export type PaymentQr =
  | {
      kind: "payment";
      /** Minor units; null if the payer enters the amount. */
      amount: number | null;
      /** ISO 4217 numeric code: `764` is baht, `418` kip. */
      currency: string | null;
      /** Printable ASCII: the merchant's name, or the last four digits of a PromptPay number. */
      payee: string | null;
    }
  | { kind: "broken" }
  | { kind: "other" };

const FORMAT = "000201";
const PROMPTPAY = "A000000677010111";

/** Reads the text of a payment QR: its fields, checksum (tag 63, always last) and amount (tag 54). */
export function readPaymentQr(text: string): PaymentQr {
  if (!text.startsWith(FORMAT)) return { kind: "other" };
  const fields = fieldsOf(text);
  const signed = text.slice(0, -4);
  const intact = signed.endsWith("6304") && crc16(signed) === text.slice(-4).toUpperCase();
  if (!fields || !intact) return { kind: "broken" };
  const written = fields.get("54");
  const amount = written === undefined ? null : minorUnits(written);
  if (written !== undefined && amount === null) return { kind: "broken" };
  return { kind: "payment", amount, currency: fields.get("53") ?? null, payee: payeeOf(fields) };
}

/** `500.37` → `50037`; null for anything but an amount with at most two decimals. */
function minorUnits(decimal: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(decimal) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}

function payeeOf(fields: Map<string, string>): string | null {
  const name = fields.get("59")?.trim();
  if (name && /^[\x20-\x7e]+$/.test(name)) return name;
  const account = fieldsOf(fields.get("29") ?? "");
  const number =
    account?.get("00") === PROMPTPAY ? (account.get("01") ?? account.get("02") ?? account.get("03")) : null;
  return number ? `PROMPTPAY *${number.slice(-4)}` : null;
}
