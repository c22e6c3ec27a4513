/** EXIF types: 2 is text, 4 a number of 4 bytes, 5 a fraction of 8 bytes. */
type Entry = [tag: number, type: 2 | 4 | 5, count: number, value: Buffer];

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const degrees = (...parts: number[]) => Buffer.concat(parts.flatMap((part) => [number(part), number(1)]));

/** One EXIF directory at `offset`; values longer than four bytes follow it. */
function directory(offset: number, entries: Entry[]): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(entries.length);
  let free = offset + 2 + entries.length * 12 + 4;
  const long: Buffer[] = [];
  const rows = entries.map(([tag, type, count, value]) => {
    const row = Buffer.alloc(12);
    row.writeUInt16BE(tag, 0);
    row.writeUInt16BE(type, 2);
    row.writeUInt32BE(count, 4);
    if (value.length <= 4) value.copy(row, 8);
    else {
      row.writeUInt32BE(free, 8);
      long.push(value);
      free += value.length;
    }
    return row;
  });
  return Buffer.concat([head, ...rows, number(0), ...long]);
}

const MAKER = Buffer.from("Sandbox Phone\0\0\0");
const GPS_AT = 8 + 2 + 2 * 12 + 4 + MAKER.length;

/** Adds the metadata of a phone's camera to a JPEG: its maker and a location (Bangkok). */
export function withExif(jpeg: Buffer): Buffer {
  const tiff = Buffer.concat([
    Buffer.from("MM\0*"),
    number(8),
    directory(8, [
      [0x010f, 2, MAKER.length, MAKER],
      [0x8825, 4, 1, number(GPS_AT)],
    ]),
    directory(GPS_AT, [
      [1, 2, 2, Buffer.from("N\0\0\0")],
      [2, 5, 3, degrees(13, 45, 8)],
      [3, 2, 2, Buffer.from("E\0\0\0")],
      [4, 5, 3, degrees(100, 30, 6)],
    ]),
  ]);
  const body = Buffer.concat([Buffer.from("Exif\0\0"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}
