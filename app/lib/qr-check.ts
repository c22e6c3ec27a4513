import { readEmvco, type Emvco } from "./emvco";
import { qrImage } from "./qr-image";
import { readQr } from "./qr-read";

/** An operator's QR code, read back before anybody is asked to pay it. */
export type CheckedQr =
  /** `image` is fit for our own `<img>`. `payload` is the text in it; null when it could not be read. */
  | { ok: true; image: string; payload: string | null; payment: Extract<Emvco, { kind: "payment" }> | null }
  /** `unreadable`: no picture of a code. `wrong`: its checksum is wrong, or it asks for another amount. */
  | { ok: false; fault: "unreadable" | "wrong" };

/**
 * Checks the code in an operator's markup: its picture, its checksum, and that it asks for `amounts` (minor units: what
 * the operator's record says, what was requested; null is not known). A code that cannot be read back is taken as it is.
 */
export async function checkQr(markup: string | null, amounts: readonly (number | null)[]): Promise<CheckedQr> {
  const image = markup === null ? null : qrImage(markup);
  if (image === null) return { ok: false, fault: "unreadable" };
  const payload = await readQr(image);
  const read: Emvco = payload === null ? { kind: "other" } : readEmvco(payload);
  const payment = read.kind === "payment" ? read : null;
  const asked = [payment?.amount ?? null, ...amounts].filter((amount) => amount !== null);
  if (read.kind === "broken" || new Set(asked).size > 1) return { ok: false, fault: "wrong" };
  return { ok: true, image, payload, payment };
}
