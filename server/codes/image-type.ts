/** The formats of screenshots, photos and bank apps. */
export type ImageType = "image/png" | "image/jpeg";

/** First bytes of each format. */
export const SIGNATURES: Record<ImageType, Buffer> = {
  "image/png": Buffer.from("89504e470d0a1a0a", "hex"),
  "image/jpeg": Buffer.from("ffd8ff", "hex"),
};

/** The format by the first bytes; null for any other format. */
export const imageTypeOf = (bytes: Buffer): ImageType | null =>
  (Object.keys(SIGNATURES) as ImageType[]).find((type) =>
    bytes.subarray(0, SIGNATURES[type].length).equals(SIGNATURES[type]),
  ) ?? null;

/** In pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Start of frame: the JPEG markers C0 to CF, except the tables DHT, JPG and DAC. */
export const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size in the body of a JPEG frame segment (without its length field); null if the body is too short. */
export const frameSize = (body: Buffer): Size | null =>
  body.length < 6 ? null : { width: body.readUInt16BE(3), height: body.readUInt16BE(1) };

/** The size in the header of a file, without decoding; null if there is none. */
export const sizeOf = (bytes: Buffer, type: ImageType): Size | null =>
  type === "image/png" ? pngSize(bytes) : jpegSize(bytes);

const pngSize = (bytes: Buffer): Size | null =>
  bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };

function jpegSize(bytes: Buffer): Size | null {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (isFrameMarker(bytes[at + 1]!)) return frameSize(bytes.subarray(at + 4));
  }
  return null;
}
