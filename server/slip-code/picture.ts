import { decode } from "jpeg-js";
import jsQR from "jsqr";
import { PNG } from "pngjs";

export interface Pixels {
  width: number;
  height: number;
  /** RGBA. */
  data: Buffer;
}

export type ImageType = "image/png" | "image/jpeg";

/** Edges below this hold no slip. */
const SMALLEST_EDGE = 100;
/** Long edges at which the QR is looked for, one after the other: small is quick, large finds small ones. */
const LOOK_AT = [1000, 2000];

const PNG_HEAD = Buffer.from("89504e470d0a1a0a", "hex");
const PNG_END = Buffer.from("0000000049454e44ae426082", "hex");
const JPEG_HEAD = Buffer.from("ffd8ff", "hex");

/** What the content is, whatever it calls itself; null when it is neither. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (bytes.subarray(0, PNG_HEAD.length).equals(PNG_HEAD)) return "image/png";
  return bytes.subarray(0, JPEG_HEAD.length).equals(JPEG_HEAD) ? "image/jpeg" : null;
}

/** Width and height as the head of the file states them, so that a bomb is never unpacked; null when there are none. */
function sizeOf(bytes: Buffer, type: ImageType): [width: number, height: number] | null {
  if (type === "image/png") return bytes.length < 24 ? null : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    // A frame header: C0 to CF, but for tables (C4, CC) and the extension (C8).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Every block of `factor` × `factor` pixels becomes one. */
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

const unpack = (bytes: Buffer, type: ImageType, mostMegapixels: number): Pixels => {
  if (type === "image/png") {
    const end = bytes.indexOf(PNG_END);
    // Bytes behind the picture, that some programs leave there, are none of its business.
    return PNG.sync.read(end < 0 ? bytes : bytes.subarray(0, end + PNG_END.length));
  }
  const { width, height, data } = decode(bytes, {
    maxResolutionInMP: mostMegapixels,
    maxMemoryUsageInMB: 20 * mostMegapixels,
  });
  return { width, height, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) };
};

/** The text of the QR in a picture of at most so many megapixels, or the reason code of why there is none. Takes up to a second. */
export function qrTextIn(
  bytes: Buffer,
  type: ImageType,
  mostMegapixels: number,
): { text: string } | { note: "IMG_SIZE_UNABLE_TO_PROCESS" | "CANNOT_READ_CROPPED_IMAGE" } {
  const size = sizeOf(bytes, type);
  if (size && (Math.min(...size) < SMALLEST_EDGE || size[0] * size[1] > mostMegapixels * 1e6))
    return { note: "IMG_SIZE_UNABLE_TO_PROCESS" };
  try {
    const pixels = unpack(bytes, type, mostMegapixels);
    const factors = new Set(LOOK_AT.map((edge) => Math.ceil(Math.max(pixels.width, pixels.height) / edge)));
    for (const factor of factors) {
      const { width, height, data } = shrink(pixels, factor);
      const found = jsQR(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), width, height);
      if (found) return { text: found.data };
    }
  } catch {
    // A picture that breaks off, or is none behind its head: nothing can be read in it either.
  }
  return { note: "CANNOT_READ_CROPPED_IMAGE" };
}
