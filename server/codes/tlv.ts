/**
 * The text of payment and slip QR codes: a list of fields, each with a two-digit id, a two-digit length and a value.
 * Source: EMVCo, "QR Code Specification for Payment Systems".
 */

/** Encodes one field. `value` may have at most 99 characters. */
export const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, "0")}${value}`;

/** The fields by id; null if the text is malformed or repeats an id. */
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
