/** A thread of its own: looking for a code in a picture keeps a processor busy for up to a second. */
import { parentPort } from "node:worker_threads";
import { readMiniQr } from "./mini-qr";
import { qrTextIn } from "./picture";
import type { Asked, Told } from "./reader";

/** What a phone's screen has, and not what its camera has: that would take too much memory. */
const MOST_MEGAPIXELS = 8;

function look({ bytes, type }: Asked): Told["found"] {
  const seen = qrTextIn(Buffer.from(bytes), type, MOST_MEGAPIXELS);
  if ("note" in seen) return seen.note === "CANNOT_READ_CROPPED_IMAGE" ? "none" : null;
  return readMiniQr(seen.text) ?? "none";
}

parentPort!.on("message", (asked: Asked) => {
  parentPort!.postMessage({ id: asked.id, found: look(asked) } satisfies Told);
});
