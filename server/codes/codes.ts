import { createQrCheck, type QrCheck } from "./check";
import { drawQrImage, drawQrPicture, type QrPicture } from "./draw";
import type { ImageType } from "./image-type";
import { createCodeReader } from "./reader";
import { slipCodeIn, type SlipCode } from "./slip-code";

/** Everything that reads or draws QR codes. */
export interface Codes extends QrCheck {
  /** A PNG to keep, for members who pay with the phone that shows it. */
  draw(picture: QrPicture): Buffer;
  /** A code for `text` as a `data:` address for our own `<img>`. */
  image(text: string): Promise<string>;
  /** The code of a slip in its picture. Never rejects. */
  slipCode(bytes: Buffer, type: ImageType): Promise<SlipCode>;
  close(): Promise<void>;
}

/** More pages at once do not wait for their code to be read: they say that it cannot be shown. */
const MAX_PAGES = 32;
/** More slips at once are sent on without a look into them. */
const MAX_SLIPS = 4;

/** Two readers, so that a page never waits for a slip. */
export function createCodes(): Codes {
  const pages = createCodeReader({ maxWaiting: MAX_PAGES });
  const slips = createCodeReader({ maxWaiting: MAX_SLIPS });
  return {
    ...createQrCheck(pages),
    draw: drawQrPicture,
    image: drawQrImage,
    slipCode: (bytes, type) => slipCodeIn(slips, bytes, type),
    close: async () => void (await Promise.all([pages.close(), slips.close()])),
  };
}
