import { createHash } from "node:crypto";
import { imageIn } from "./markup";
import { readPaymentQr, type PaymentQr } from "./payment-qr";
import type { CodeReader, Job } from "./reader";

/** An operator's QR code, read back before anybody is asked to pay it. */
export type CheckedQr =
  /** `image` is an address for our own `<img>`. `payload` is the text of the code; null when it could not be read. */
  | { ok: true; image: string; payload: string | null; payment: Extract<PaymentQr, { kind: "payment" }> | null }
  /** `unreadable`: no picture of a code. `wrong`: its checksum is wrong, or it asks for another amount. */
  | { ok: false; fault: "unreadable" | "wrong" };

export interface QrCheck {
  /**
   * Checks the code in an operator's markup: its picture, its checksum, and that it asks for `amounts` (minor units: what
   * the operator's record says, what was requested; null is not known). A code that has no readable text is taken as it is.
   */
  check(markup: string | null, amounts: readonly (number | null)[]): Promise<CheckedQr>;
}

/** A code needs no more pixels, and a small file can claim very many. */
const MAX_MEGAPIXELS = 4;
/** How many texts are remembered: a page that is polled has its image read once. */
const MAX_KNOWN = 1_000;
const ADDRESS = /^data:image\/(svg\+xml|png|jpeg|gif|webp);base64,(.*)$/;

/** Checks codes with the help of `reader`. */
export function createQrCheck(reader: CodeReader): QrCheck {
  /** Texts by the SHA-256 of their images. */
  const known = new Map<string, Promise<Text>>();

  const textIn = (address: string): Promise<Text> => {
    const key = createHash("sha256").update(address).digest("base64");
    const before = known.get(key);
    if (before) return before;
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!);
    const text = readText(reader, address);
    known.set(key, text);
    // Nobody looked: the next page asks again.
    void text.then((found) => found === NOT_LOOKED && known.delete(key));
    return text;
  };

  return {
    async check(markup, amounts) {
      const image = markup === null ? null : imageIn(markup);
      const text = image === null ? NOT_LOOKED : await textIn(image);
      if (image === null || text === NOT_LOOKED) return { ok: false, fault: "unreadable" };
      const read: PaymentQr = text === null ? { kind: "other" } : readPaymentQr(text);
      const payment = read.kind === "payment" ? read : null;
      const asked = [payment?.amount ?? null, ...amounts].filter((amount) => amount !== null);
      if (read.kind === "broken" || new Set(asked).size > 1) return { ok: false, fault: "wrong" };
      return { ok: true, image, payload: text, payment };
    },
  };
}

const NOT_LOOKED = Symbol("not looked");
/** The text of a code, null when the picture has none that can be read, or that nobody could look. */
type Text = string | null | typeof NOT_LOOKED;

async function readText(reader: CodeReader, address: string): Promise<Text> {
  const job = jobOf(address);
  if (!job) return null;
  // Once more: the first try may have been lost together with another picture that took too long.
  const reading = (await reader.read(job)) ?? (await reader.read(job));
  if (!reading) return NOT_LOOKED;
  return "text" in reading ? reading.text : null;
}

/** What the worker is asked; null for a kind of picture that it cannot decode. */
function jobOf(address: string): Job | null {
  const [, kind, data = ""] = ADDRESS.exec(address) ?? [];
  const bytes = Buffer.from(data, "base64");
  if (kind === "svg+xml") return { svg: bytes.toString() };
  if (kind !== "png" && kind !== "jpeg") return null;
  return { bytes, type: `image/${kind}`, maxMegapixels: MAX_MEGAPIXELS };
}
