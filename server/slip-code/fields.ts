/** The text inside payment and slip QR codes: fields, each two digits of id, two of length, then the value. */
export const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, "0")}${value}`;

/** The fields of such a text by their ids; null when it is not made of fields. */
export function fieldsOf(text: string): Record<string, string> | null {
  const fields: Record<string, string> = {};
  for (let at = 0; at < text.length;) {
    const [, id, length] = /^(\d\d)(\d\d)/.exec(text.slice(at)) ?? [];
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (id === undefined || value.length !== Number(length)) return null;
    fields[id] = value;
    at += 4 + value.length;
  }
  return fields;
}

/** CRC-16/CCITT-FALSE of ASCII text, four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "ascii")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
