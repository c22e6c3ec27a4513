import type { Size } from "../codes/image-type";
import type { ByteReader } from "./byte-reader";
import { badPicture } from "./fault";
import { skipTrailer } from "./foreign";

const SIGNATURE = 8;
const CRC = 4;
const MAX_LENGTH = 0x7fffffff;
/** More only keep us busy: encoders write chunks of 8 kB or more, 1,300 in the largest picture. */
const MAX_CHUNKS = 5_000;
const REQUIRED = ["IHDR", "PLTE", "IDAT", "IEND"];
/** Ancillary chunks that affect how the picture looks; they hold no location, time or text. */
const HARMLESS = ["tRNS", "gAMA", "sRGB", "cHRM", "bKGD", "pHYs"];

/** Copies a PNG chunk by chunk and keeps only what decoding needs. Nothing is decompressed. @throws UploadFault */
export async function* cleanPng(reader: ByteReader, onSize: (size: Size) => void): AsyncGenerator<Buffer> {
  yield await reader.take(SIGNATURE);
  let chunks = 0;
  let drawn = false;
  for (;;) {
    const head = await reader.take(8);
    const length = head.readUInt32BE(0);
    const name = head.toString("latin1", 4);
    if (length > MAX_LENGTH || !/^[A-Za-z]{4}$/.test(name)) throw badPicture();
    if ((name === "IHDR") !== (chunks === 0)) throw badPicture();
    chunks += 1;
    if (chunks > MAX_CHUNKS) throw badPicture();
    const isAncillary = name[0]! >= "a";
    if (!isAncillary && !REQUIRED.includes(name)) throw badPicture();

    if (name === "IHDR") {
      if (length !== 13) throw badPicture();
      const body = await reader.take(length + CRC);
      onSize({ width: body.readUInt32BE(0), height: body.readUInt32BE(4) });
      yield Buffer.concat([head, body]);
      continue;
    }
    if (name === "IEND") {
      if (length !== 0 || !drawn) throw badPicture();
      yield Buffer.concat([head, await reader.take(CRC)]);
      return await skipTrailer(reader);
    }
    drawn ||= name === "IDAT";
    const kept = !isAncillary || HARMLESS.includes(name);
    if (kept) yield head;
    for await (const bytes of through(reader, length + CRC)) if (kept) yield bytes;
  }
}

/** The next `length` bytes as they arrive. @throws UploadFault if the file ends earlier */
async function* through(reader: ByteReader, length: number): AsyncGenerator<Buffer> {
  for (let left = length; left > 0;) {
    const bytes = await reader.some(left);
    if (!bytes) throw badPicture();
    left -= bytes.length;
    yield bytes;
  }
}
