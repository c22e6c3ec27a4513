import { z } from "zod";
import { del, get, post } from "../endpoint";
import { Amount, done, Money, type RefusalsOf } from "./fields";
import { maybe, omittable, orNull, tolerant, unwrap } from "./reader";

/** A larger number is a point in time, not a duration: as seconds it would be 30 years. */
const MOMENT_ABOVE = 1e9;
const MILLISECONDS_ABOVE = 1e12;

/** Whole seconds left, from a duration in seconds or a point in time (date string, epoch seconds or milliseconds). */
function secondsLeft(value: unknown): unknown {
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  const moment = typeof number === "string" ? Date.parse(number) : momentOf(number);
  if (moment !== null) return Number.isNaN(moment) ? value : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
  return typeof number === "number" ? Math.max(0, Math.floor(number)) : value;
}

function momentOf(value: unknown): number | null {
  if (typeof value !== "number" || value <= MOMENT_ABOVE) return null;
  return value > MILLISECONDS_ABOVE ? value : value * 1000;
}

/** `expireIn`: seconds from the answer. `qrcode`: untrusted markup. `message`: to show if `hasQrcode` is false. */
export const QrRecord = z
  .object({
    qrcodeId: omittable(orNull(z.string())),
    hasQrcode: z.boolean(),
    qrcode: omittable(orNull(z.string())),
    amount: omittable(orNull(Money)),
    expireIn: omittable(maybe(tolerant(z.int(), secondsLeft).nullable())),
    message: omittable(maybe(z.string().nullable())),
  })
  .meta({ id: "QrRecord" });

const Qr = tolerant(QrRecord, (value) => unwrap(QrRecord, value, ["qr"]));

/**
 * An empty answer to `findQr` means that there is no QR. `createQr` does not tolerate one: the QR may exist all the
 * same.
 */
const FoundQr = tolerant(QrRecord, (value) => {
  if (value === null || value === undefined) return { hasQrcode: false };
  return unwrap(QrRecord, value, ["qr"]);
});

const Provider = z.object({ bankCode: z.string().min(1) });

export const qr = {
  findQr: get("/api/qrcode/{bankCode}", { input: Provider, output: FoundQr }),
  /** A business refusal is a 200 with `hasQrcode` false and a message. */
  createQr: post("/api/qrcode/{bankCode}", {
    writes: "money",
    input: Provider.extend({ amount: Amount }),
    output: Qr,
  }),
  /** The path parameter is the qrcodeId, although it has the same name as in the other two calls. */
  cancelQr: del("/api/qrcode/{bankCode}", { writes: "money", input: Provider, output: done("SUCCESS", "OK") }),
};

export const qrRefusals: RefusalsOf<typeof qr> = {
  findQr: { 404: ["NO_BANK"] },
  createQr: { 400: ["TRANSFER_MINIMUM"], 404: ["NO_BANK"], 409: ["BONUS_REMAINING"], 503: ["QR_FAIL"] },
  cancelQr: { 404: ["NO_DATA"] },
};
