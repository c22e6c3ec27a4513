import type { ImageType } from "./image-type";
import { readMiniQr, type MiniQr } from "./mini-qr";
import type { CodeReader } from "./reader";

/** The code of a slip; `none`: there is none that can be read; null: nobody has looked. */
export type SlipCode = MiniQr | "none" | null;

/** What a phone's screen has. A camera's picture would take too much memory. */
const MAX_MEGAPIXELS = 8;

/** Looks for the code of a slip in its picture. Never rejects. */
export async function slipCodeIn(reader: CodeReader, bytes: Buffer, type: ImageType): Promise<SlipCode> {
  const reading = await reader.read({ bytes, type, maxMegapixels: MAX_MEGAPIXELS });
  if (!reading || ("fault" in reading && reading.fault === "size")) return null;
  return "text" in reading ? (readMiniQr(reading.text) ?? "none") : "none";
}
