import { createHash } from "node:crypto";
import { imageIn } from "./markup";
import { readPaymentQr, type PaymentQr } from "./payment-qr";
import type { CodeReader, Job } from "./reader";

/** The result of reading an operator's QR code before it is shown. */
export type CheckedQr =
  /** `image` is a `data:` URL for our own `<img>`. `payload` is the text of the code; null if it could not be read. */
  | { ok: true; image: string; payload: string | null; payment: Extract<PaymentQr, { kind: "payment" }> | null }
  /** `unreadable`: the markup has no usable picture, or nothing could read it. `wrong`: wrong checksum or amount. */
  | { ok: false; fault: "unreadable" | "wrong" };

export interface QrCheck {
  /**
   * Checks the code in an operator's markup: its picture, its checksum and its amount. A picture without a readable
   * code is accepted as it is.
   * @param amounts minor units: the amount in the operator's record and the requested one. All must agree with the
   * code; null means unknown
   */
  check(markup: string | null, amounts: readonly (number | null)[]): Promise<CheckedQr>;
}

/** A QR code needs no more, and a small file can decode to very many pixels. */
const MAX_MEGAPIXELS = 4;
/** Entries in the cache of read codes, which keeps polling pages from reading the same image again. */
const MAX_CACHED = 1_000;
const ADDRESS = /^data:image\/(svg\+xml|png|jpeg|gif|webp);base64,(.*)$/;

export function createQrCheck(reader: CodeReader): QrCheck {
  /** Text of the code by SHA-256 of its image. */
  const cache = new Map<string, Promise<Text>>();

  const textIn = (address: string): Promise<Text> => {
    const key = createHash("sha256").update(address).digest("base64");
    const cached = cache.get(key);
    if (cached) return cached;
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
    const text = readText(reader, address);
    cache.set(key, text);
    // Not cached, so that the next page tries again.
    void text.then((found) => found === NOT_READ && cache.delete(key));
    return text;
  };

  return {
    async check(markup, amounts) {
      const image = markup === null ? null : imageIn(markup);
      const text = image === null ? NOT_READ : await textIn(image);
      if (image === null || text === NOT_READ) return { ok: false, fault: "unreadable" };
      const read: PaymentQr = text === null ? { kind: "other" } : readPaymentQr(text);
      const payment = read.kind === "payment" ? read : null;
      const asked = [payment?.amount ?? null, ...amounts].filter((amount) => amount !== null);
      if (read.kind === "broken" || new Set(asked).size > 1) return { ok: false, fault: "wrong" };
      return { ok: true, image, payload: text, payment };
    },
  };
}

const NOT_READ = Symbol("not read");
/** The text of a code; null if the picture has no readable one; `NOT_READ` if the reader was too busy or too slow. */
type Text = string | null | typeof NOT_READ;

async function readText(reader: CodeReader, address: string): Promise<Text> {
  const job = jobOf(address);
  if (!job) return null;
  // A second try: the first may have been lost when the worker was ended over another picture.
  const reading = (await reader.read(job)) ?? (await reader.read(job));
  if (!reading) return NOT_READ;
  return "text" in reading ? reading.text : null;
}

/** The job for the worker; null for a format that it cannot decode. */
function jobOf(address: string): Job | null {
  const [, kind, data = ""] = ADDRESS.exec(address) ?? [];
  const bytes = Buffer.from(data, "base64");
  if (kind === "svg+xml") return { svg: bytes.toString() };
  if (kind !== "png" && kind !== "jpeg") return null;
  return { bytes, type: `image/${kind}`, maxMegapixels: MAX_MEGAPIXELS };
}
