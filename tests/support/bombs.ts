/** Small files that take much memory or time to decode, by how they are made. */
import { crc32, deflateSync } from "node:zlib";
import { encode } from "jpeg-js";
import type { ImageType } from "../../server/codes/image-type";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const MB = 1024 * 1024;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function header(width: number, height: number, { depth = 8, color = 2, interlace = 0 } = {}): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, color, 0, 0, interlace], 8);
  return chunk("IHDR", data);
}

const png = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks, chunk("IEND", Buffer.alloc(0))]);

/** Compresses to a thousandth of its size. */
const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 });
let made: Buffer | undefined;
/** Decompresses to 640 MB. */
const bomb = () => (made ??= zeros(640 * MB));

/** A JPEG with a progressive header and many scans over a large area. */
function manyScans(side: number, scans: number): Buffer {
  const { data } = encode({ width: 16, height: 16, data: Buffer.alloc(16 * 16 * 4, 200) }, 50);
  const frame = data.indexOf(Buffer.from([0xff, 0xc0]));
  const bytes = Buffer.from(data);
  bytes[frame + 1] = 0xc2;
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, ...Array<number>(64).fill(0)]);
  const start = bytes.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([bytes.subarray(0, start), ...Array<Buffer>(scans).fill(scan), Buffer.from([0xff, 0xd9])]);
}

/** A JPEG whose second frame has another size than its first. */
function twoFrames(): Buffer {
  const small = Buffer.from(encode({ width: 64, height: 64, data: Buffer.alloc(64 * 64 * 4, 200) }, 50).data);
  const at = small.indexOf(Buffer.from([0xff, 0xc0]));
  const frame = Buffer.from(small.subarray(at, at + 2 + small.readUInt16BE(at + 2)));
  frame.writeUInt16BE(30_000, 5);
  frame.writeUInt16BE(30_000, 7);
  const end = at + frame.length;
  return Buffer.concat([small.subarray(0, end), frame, small.subarray(end)]);
}

export const BOMBS: Record<string, { type: ImageType; bytes: () => Buffer }> = {
  "an interlaced PNG": {
    type: "image/png",
    bytes: () => png(header(100, 100, { interlace: 1 }), chunk("IDAT", bomb())),
  },
  "a PNG that inflates to more than its size": {
    type: "image/png",
    bytes: () => png(header(100, 100), chunk("IDAT", bomb())),
  },
  "a PNG with a second header": {
    type: "image/png",
    bytes: () => png(header(100, 100), header(16_000, 16_000), chunk("IDAT", bomb())),
  },
  "a PNG with a text before its header": {
    type: "image/png",
    bytes: () => png(chunk("tEXt", Buffer.alloc(13, 1)), header(16_000, 16_000), chunk("IDAT", bomb())),
  },
  "a PNG of 16 bits a channel": {
    type: "image/png",
    bytes: () => png(header(2800, 2800, { depth: 16, color: 6 }), chunk("IDAT", zeros(2800 * (2800 * 8 + 1)))),
  },
  "a PNG with many IDAT chunks": {
    type: "image/png",
    bytes: () => png(header(100, 100), ...Array<Buffer>(80_000).fill(chunk("IDAT", Buffer.alloc(0)))),
  },
  "a PNG with compressed text": {
    type: "image/png",
    bytes: () => {
      const text = Buffer.concat([Buffer.from("k\0\0", "latin1"), bomb()]);
      return png(header(100, 100), chunk("zTXt", text), chunk("iTXt", text), chunk("IDAT", zeros(100 * 301)));
    },
  },
  "an animated PNG": {
    type: "image/png",
    bytes: () => {
      const frame = chunk("fdAT", Buffer.concat([Buffer.alloc(4), bomb()]));
      return png(header(100, 100), chunk("acTL", Buffer.alloc(8, 1)), chunk("IDAT", zeros(100 * 301)), frame);
    },
  },
  "a progressive JPEG with many scans": { type: "image/jpeg", bytes: () => manyScans(2800, 8000) },
  "a JPEG of another size than it says": { type: "image/jpeg", bytes: twoFrames },
};
