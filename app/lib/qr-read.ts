import { createHash } from "node:crypto";
import { drawQr, type Bitmap } from "./qr-drawing";

/** Texts that were read, by the SHA-256 of their images: a page that is polled reads its image once. */
const known = new Map<string, Promise<string | null>>();
const KNOWN_MOST = 1_000;

/** Larger images are not decoded: a code needs no more, and a small file can hold very many points. */
const MOST_PIXELS = 4_000_000;
/** The reader takes longer the more points there are. */
const ENOUGH_SIDE = 640;

/**
 * The text in the QR code of an image, as `qrImage` gives it (a `data:` address), or null when there is none that we can read.
 * The libraries are loaded with the first image.
 */
export function readQr(address: string): Promise<string | null> {
  const key = createHash("sha256").update(address).digest("base64");
  let text = known.get(key);
  if (!text) {
    if (known.size >= KNOWN_MOST) known.delete(known.keys().next().value!);
    text = read(address).catch(() => null);
    known.set(key, text);
  }
  return text;
}

async function read(address: string): Promise<string | null> {
  const [, type, data] = /^data:image\/(svg\+xml|png|jpeg);base64,(.*)$/.exec(address) ?? [];
  if (!type) return null;
  const bytes = Buffer.from(data!, "base64");
  const bitmap = type === "svg+xml" ? drawQr(bytes.toString()) : fitting(await decode(type, bytes));
  if (!bitmap) return null;
  const { default: jsQr } = await import("jsqr");
  return jsQr(bitmap.data, bitmap.width, bitmap.height, { inversionAttempts: "dontInvert" })?.data || null;
}

async function decode(type: string, bytes: Buffer): Promise<Bitmap | null> {
  if (type === "jpeg") {
    const { decode: decodeJpeg } = await import("jpeg-js");
    const { data, width, height } = decodeJpeg(bytes, {
      useTArray: true,
      formatAsRGBA: true,
      maxResolutionInMP: MOST_PIXELS / 1e6,
      maxMemoryUsageInMB: 128,
    });
    return { data: new Uint8ClampedArray(data), width, height };
  }
  // Width and height stand right after the signature and the head of the first chunk.
  if (bytes.length < 24 || bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > MOST_PIXELS) return null;
  const { PNG } = await import("pngjs");
  const { data, width, height } = PNG.sync.read(bytes);
  return onWhite({ data: new Uint8ClampedArray(data), width, height });
}

/** What is transparent shows the paper. */
function onWhite(bitmap: Bitmap): Bitmap {
  const { data } = bitmap;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    for (let part = 0; part < 3; part += 1) data[at + part] = data[at + part]! * alpha + 255 * (1 - alpha);
  }
  return bitmap;
}

/** A smaller image of a large one: every n-th point. */
function fitting(bitmap: Bitmap | null): Bitmap | null {
  const step = bitmap ? Math.floor(Math.max(bitmap.width, bitmap.height) / ENOUGH_SIDE) : 1;
  if (!bitmap || step <= 1) return bitmap;
  const [width, height] = [Math.floor(bitmap.width / step), Math.floor(bitmap.height / step)];
  const points = new Uint32Array(bitmap.data.buffer);
  const fewer = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) fewer[y * width + x] = points[y * step * bitmap.width + x * step]!;
  }
  return { data: new Uint8ClampedArray(fewer.buffer), width, height };
}
