import type { ImageType } from "./image-type";
import { readMiniQr, type MiniQr } from "./mini-qr";
import type { CodeReader } from "./reader";

/** The code of a slip; `none` if the picture has no readable one; null if the picture was not read. */
export type SlipCode = MiniQr | "none" | null;

/** Enough for the largest phone's screenshot (4.6); decoding a camera photo would take too much memory. */
const MAX_MEGAPIXELS = 5;

/** Reads the code in the picture of a slip. Never rejects. */
export async function slipCodeIn(reader: CodeReader, bytes: Buffer, type: ImageType): Promise<SlipCode> {
  const reading = await reader.read({ bytes, type, maxMegapixels: MAX_MEGAPIXELS });
  if (!reading || ("fault" in reading && reading.fault === "size")) return null;
  return "text" in reading ? (readMiniQr(reading.text) ?? "none") : "none";
}
