import { inflateSync } from "node:zlib";

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const SIGNATURE_BYTES = 8;

/** The seven passes of an interlaced PNG: first column, first row, column step, row step. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Checks that the pixels of a PNG do not inflate to more than its header says. The decoder itself looks at the last
 * header of several, and inflates an interlaced picture without a limit: 1 MB of file became 2 GB.
 * @throws Error
 */
export function checkPngBounds(bytes: Buffer): void {
  const chunks = [...chunksOf(bytes)];
  const [header, ...rest] = chunks;
  if (header?.type !== "IHDR" || header.data.length !== 13) throw new Error("no header");
  if (rest.some(({ type }) => type === "IHDR")) throw new Error("two headers");
  const interlaced = header.data[12] === 1;
  if (!interlaced) return;
  const pixels = Buffer.concat(rest.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  inflateSync(pixels, { maxOutputLength: interlacedBytes(header.data) });
}

function* chunksOf(bytes: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    yield { type: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** Bytes of all rows of all passes, each row with its filter byte. */
function interlacedBytes(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = header[8]! * (CHANNELS[header[9]!] ?? 0);
  return PASSES.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    const rows = Math.ceil((height - top) / down);
    return columns > 0 && rows > 0 ? sum + rows * (Math.ceil((columns * bits) / 8) + 1) : sum;
  }, 0);
}
