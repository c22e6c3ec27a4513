import { decode } from "jpeg-js";
import jsQR from "jsqr";
import { PNG } from "pngjs";
import { checkPngBounds } from "./png-bounds";
import { sizeOf, type ImageType, type Size } from "./image-type";

/** Decoded pixels: RGBA, four bytes each. */
export interface Pixels extends Size {
  data: Buffer;
}

/** A picture with a shorter edge (pixels) cannot contain a readable code. */
const SMALLEST_EDGE = 64;
/** Long edges (pixels) to scale down to, in this order: the first is fast, the second finds small codes. */
const SCAN_EDGES = [1000, 2000];

const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");

/** The text of a code, or why there is none. `size`: the picture is too small or too large to be read. */
export type Reading = { text: string } | { fault: "size" | "none" };

/** Reads the QR code in a picture. Blocks for up to a second, so only the worker thread calls it. */
export function readPicture(bytes: Buffer, type: ImageType, maxMegapixels: number): Reading {
  const size = sizeOf(bytes, type);
  const tooLarge = size && size.width * size.height > maxMegapixels * 1e6;
  if (tooLarge || (size && Math.min(size.width, size.height) < SMALLEST_EDGE)) return { fault: "size" };
  try {
    return readPixels(decodePicture(bytes, type, maxMegapixels));
  } catch {
    // Truncated or corrupt.
    return { fault: "none" };
  }
}

/** Reads the QR code in opaque pixels. */
export function readPixels(pixels: Pixels): Reading {
  const factors = new Set(SCAN_EDGES.map((edge) => Math.ceil(Math.max(pixels.width, pixels.height) / edge)));
  for (const factor of factors) {
    const { width, height, data } = shrink(pixels, factor);
    const found = jsQR(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height);
    if (found?.data) return { text: found.data };
  }
  return { fault: "none" };
}

function decodePicture(bytes: Buffer, type: ImageType, maxMegapixels: number): Pixels {
  if (type === "image/png") {
    const end = bytes.indexOf(PNG_END);
    // Some programs append bytes after the end of the picture.
    const png = end < 0 ? bytes : bytes.subarray(0, end + PNG_END.length);
    checkPngBounds(png);
    return onWhite(PNG.sync.read(png));
  }
  const limits = { maxResolutionInMP: maxMegapixels, maxMemoryUsageInMB: 20 * maxMegapixels };
  const { width, height, data } = decode(bytes, limits);
  return { width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) };
}

function onWhite({ width, height, data }: Pixels): Pixels {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    if (alpha === 255) continue;
    for (let part = 0; part < 3; part += 1) data[at + part] = (data[at + part]! * alpha + 255 * (255 - alpha)) / 255;
    data[at + 3] = 255;
  }
  return { width, height, data };
}

/** Averages every block of `factor` × `factor` pixels. */
function shrink({ width, height, data }: Pixels, factor: number): Pixels {
  if (factor === 1) return { width, height, data };
  const [w, h] = [Math.floor(width / factor), Math.floor(height / factor)];
  const small = Buffer.alloc(w * h * 4, 255);
  for (let y = 0; y < h; y += 1)
    for (let x = 0; x < w; x += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let dy = 0; dy < factor; dy += 1)
          for (let dx = 0; dx < factor; dx += 1)
            sum += data[((y * factor + dy) * width + x * factor + dx) * 4 + channel]!;
        small[(y * w + x) * 4 + channel] = sum / (factor * factor);
      }
  return { width: w, height: h, data: small };
}
