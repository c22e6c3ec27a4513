import { createQrCheck, type QrCheck } from "./check";
import { drawQrImage, drawQrPicture, type QrPicture } from "./draw";
import type { ImageType } from "./image-type";
import { createCodeReader } from "./reader";
import { slipCodeIn, type SlipCode } from "./slip-code";

/** Reads and draws QR codes. */
export interface Codes extends QrCheck {
  /** A PNG to save, for members who pay on the phone that shows it. */
  draw(picture: QrPicture): Buffer;
  /** Draws a QR code of `text` as a `data:` address for our own `<img>`. */
  image(text: string): Promise<string>;
  /** Reads the code in the picture of a slip. Never rejects. */
  slipCode(bytes: Buffer, type: ImageType): Promise<SlipCode>;
  close(): Promise<void>;
}

/** Beyond this many waiting pages, or milliseconds, a page shows that its QR code cannot be displayed. */
const MAX_PAGES = 32;
const PAGE_PATIENCE_MS = 8_000;
/** Beyond this many waiting slips, a slip is sent to the operator without reading its code. */
const MAX_SLIPS = 4;
/** Milliseconds that an upload waits for the code of its slip. */
const SLIP_PATIENCE_MS = 3_000;

/** Pages and slips have separate readers, so that a page never waits for a slip. */
export function createCodes({ slipPatienceMs = SLIP_PATIENCE_MS } = {}): Codes {
  const pages = createCodeReader({ maxWaiting: MAX_PAGES, patienceMs: PAGE_PATIENCE_MS });
  const slips = createCodeReader({ maxWaiting: MAX_SLIPS, patienceMs: slipPatienceMs });
  return {
    ...createQrCheck(pages),
    draw: drawQrPicture,
    image: drawQrImage,
    slipCode: (bytes, type) => slipCodeIn(slips, bytes, type),
    close: async () => void (await Promise.all([pages.close(), slips.close()])),
  };
}
