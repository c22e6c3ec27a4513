import type { Size } from "../codes/image-type";
import type { ByteReader } from "./byte-reader";
import { badPicture } from "./fault";
import { skipTrailer } from "./foreign";

const HEADER = 6;
const SCREEN = 7;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const PLAIN_TEXT = 0x01;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Application extensions that say how often a film is repeated. All others, like XMP, hold data about the picture. */
const LOOPS = ["NETSCAPE2.0", "ANIMEXTS1.0"];

/**
 * Copies a GIF block by block and keeps only what is drawn: no comments and no data of applications. Nothing is
 * decompressed. Source: the GIF89a specification.
 * @throws UploadFault
 */
export async function* cleanGif(reader: ByteReader, onSize: (size: Size) => void): AsyncGenerator<Buffer> {
  const head = await reader.take(HEADER + SCREEN);
  onSize({ width: head.readUInt16LE(HEADER), height: head.readUInt16LE(HEADER + 2) });
  yield head;
  yield await reader.take(tableBytes(head[HEADER + 4]!));
  let drawn = false;
  for (;;) {
    const [kind] = await reader.take(1);
    if (kind === TRAILER) {
      if (!drawn) throw badPicture();
      yield Buffer.from([TRAILER]);
      return await skipTrailer(reader);
    }
    if (kind === IMAGE) {
      const place = await reader.take(9);
      yield Buffer.concat([Buffer.from([IMAGE]), place, await reader.take(tableBytes(place[8]!) + 1)]);
      yield* blocks(reader);
      drawn = true;
    } else if (kind === EXTENSION) {
      const label = (await reader.take(1))[0]!;
      const first = await block(reader);
      const isKept =
        label === GRAPHIC_CONTROL ||
        label === PLAIN_TEXT ||
        (label === APPLICATION && LOOPS.includes(first.toString("latin1", 1)));
      if (isKept) yield Buffer.concat([Buffer.from([EXTENSION, label]), first]);
      if (first.length > 1) for await (const bytes of blocks(reader)) if (isKept) yield bytes;
    } else throw badPicture();
  }
}

/** Bytes of the color table that these flags announce. */
const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The next block of data, with its length before it. */
async function block(reader: ByteReader): Promise<Buffer> {
  const length = await reader.take(1);
  return Buffer.concat([length, await reader.take(length[0]!)]);
}

/** Blocks of data and the empty one that ends them, in pieces as large as they arrive: a block has at most 255 bytes. */
async function* blocks(reader: ByteReader): AsyncGenerator<Buffer> {
  for (let ended = false; !ended;) {
    const bytes = await reader.some();
    if (!bytes) throw badPicture();
    const whole = wholeBlocks(bytes);
    reader.putBack(bytes.length - whole.end);
    ended = whole.ended;
    yield whole.end > 0 ? bytes.subarray(0, whole.end) : await block(reader);
  }
}

/** Where the last whole block of these bytes ends, and whether it is the empty one. */
function wholeBlocks(bytes: Buffer): { end: number; ended: boolean } {
  for (let end = 0; ;) {
    const length = bytes[end];
    if (length === undefined || end + 1 + length > bytes.length) return { end, ended: false };
    end += 1 + length;
    if (length === 0) return { end, ended: true };
  }
}
