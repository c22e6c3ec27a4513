import { parseMoney } from "./money";

/**
 * The text inside a merchant-presented payment QR (EMVCo): fields of two digits of id, two of length, then the value.
 * `broken`: it begins like one, and its fields or its checksum are wrong. `other`: something else, an address for instance.
 */
export type Emvco =
  | {
      kind: "payment";
      /** Minor units; null when whoever pays types it. */
      amount: number | null;
      /** ISO 4217 number: `764` is baht, `418` kip. */
      currency: string | null;
      /** Who is paid, in printable ASCII: the merchant's name, or the end of a PromptPay number. */
      payee: string | null;
    }
  | { kind: "broken" }
  | { kind: "other" };

const FORMAT = "000201";
const PROMPTPAY = "A000000677010111";

/** CRC-16/CCITT-FALSE of ASCII text: four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

/** The fields by their ids, or null when the text is not made of fields or has one twice. */
export function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? [];
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (id === undefined || value.length !== Number(length) || fields.has(id)) return null;
    fields.set(id, value);
    at += 4 + value.length;
  }
  return fields;
}

/** Reads the text of a payment QR: its fields, checksum (tag 63, always last) and amount (tag 54). */
export function readEmvco(text: string): Emvco {
  if (!text.startsWith(FORMAT)) return { kind: "other" };
  const fields = fieldsOf(text);
  const signed = text.slice(0, -4);
  const intact = signed.endsWith("6304") && crc16(signed) === text.slice(-4).toUpperCase();
  if (!fields || !intact) return { kind: "broken" };
  const written = fields.get("54");
  const amount = written === undefined ? null : /^[\d.]+$/.test(written) ? parseMoney(written) : null;
  if (written !== undefined && amount === null) return { kind: "broken" };
  return { kind: "payment", amount, currency: fields.get("53") ?? null, payee: payeeOf(fields) };
}

function payeeOf(fields: Map<string, string>): string | null {
  const name = fields.get("59")?.trim();
  if (name && /^[\x20-\x7e]+$/.test(name)) return name;
  const account = fieldsOf(fields.get("29") ?? "");
  const number =
    account?.get("00") === PROMPTPAY ? (account.get("01") ?? account.get("02") ?? account.get("03")) : null;
  return number ? `PROMPTPAY *${number.slice(-4)}` : null;
}
