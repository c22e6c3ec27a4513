import { frameSize, isFrameMarker, type Size } from "../codes/image-type";
import type { ByteReader } from "./byte-reader";
import { badPicture } from "./fault";
import { skipTrailer } from "./foreign";
import { onlyOrientation } from "./orientation";

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP14 = 0xee;
const APP15 = 0xef;
const COM = 0xfe;
/** More only keep us busy: a progressive picture has some ten scans, and a color profile at most 255 segments. */
const MAX_SEGMENTS = 1_000;
/** Tables and parameters that decoding needs: DHT, DAC, DQT, DNL, DRI, DHP, EXP. */
const DRAWING = [0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xde, 0xdf];
const isRestart = (byte: number) => byte >= 0xd0 && byte <= 0xd7;

/**
 * Copies a JPEG segment by segment and keeps only what decoding needs: no location, device, time, text, thumbnail or
 * second picture. Of EXIF only the orientation is kept. Nothing is decoded.
 * @throws UploadFault
 */
export async function* cleanJpeg(reader: ByteReader, onSize: (size: Size) => void): AsyncGenerator<Buffer> {
  yield await reader.take(2);
  let framed = false;
  for (let segments = 0; segments < MAX_SEGMENTS; segments += 1) {
    const marker = await nextMarker(reader);
    if (marker === EOI) {
      if (!framed) throw badPicture();
      yield Buffer.from([0xff, EOI]);
      return await skipTrailer(reader);
    }
    if (marker <= 0x01 || marker === SOI || isRestart(marker)) throw badPicture();

    const length = await reader.take(2);
    if (length.readUInt16BE(0) < 2) throw badPicture();
    const body = await reader.take(length.readUInt16BE(0) - 2);
    if (isFrameMarker(marker)) {
      const size = frameSize(body);
      if (!size) throw badPicture();
      onSize(size);
      framed = true;
    }
    if (marker === SOS && !framed) throw badPicture();
    const kept = keptOf(marker, body);
    if (kept) yield Buffer.concat([Buffer.from([0xff, marker]), lengthOf(kept), kept]);
    if (marker === SOS) yield* scan(reader);
  }
  throw badPicture();
}

function lengthOf(body: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2);
  return length;
}

/** What is kept of a segment; null drops it. */
function keptOf(marker: number, body: Buffer): Buffer | null {
  if (marker === APP1) return onlyOrientation(body);
  if (marker === APP0) return jfif(body);
  if (marker === APP14) return body.toString("latin1", 0, 5) === "Adobe" ? body.subarray(0, 12) : null;
  if ((marker > APP0 && marker <= APP15) || marker === COM) return null;
  if (isFrameMarker(marker) || marker === SOS || DRAWING.includes(marker)) return body;
  throw badPicture();
}

/** The JFIF header without its thumbnail. */
function jfif(body: Buffer): Buffer | null {
  if (body.length < 14 || body.toString("latin1", 0, 5) !== "JFIF\0") return null;
  return Buffer.concat([body.subarray(0, 12), Buffer.alloc(2)]);
}

/** The byte after FF. Several FFs in a row are padding. */
async function nextMarker(reader: ByteReader): Promise<number> {
  if ((await reader.take(1))[0] !== 0xff) throw badPicture();
  for (;;) {
    const [byte] = await reader.take(1);
    if (byte !== 0xff) return byte!;
  }
}

/** The entropy-coded data up to the next marker, which stays unread. */
async function* scan(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = await reader.some();
    if (!chunk) throw badPicture();
    const end = markerIn(chunk);
    if (end === chunk.length) {
      yield chunk;
      continue;
    }
    if (end > 0) yield chunk.subarray(0, end);
    reader.putBack(chunk.length - end);
    const pair = await reader.take(2);
    if (!isCoded(pair[1]!)) return reader.putBack(pair.length);
    yield pair;
  }
}

/** FF 00 stands for the byte FF, and restart markers belong to the coded data. */
const isCoded = (byte: number) => byte === 0 || isRestart(byte);

/** Index of the first marker, or of a last FF that may begin one; the chunk's length if there is none. */
function markerIn(chunk: Buffer): number {
  let at = chunk.indexOf(0xff);
  while (at !== -1 && at + 1 < chunk.length && isCoded(chunk[at + 1]!)) at = chunk.indexOf(0xff, at + 2);
  return at === -1 ? chunk.length : at;
}
