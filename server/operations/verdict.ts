import type { CallResult } from "../operator/call-result";
import type { Json } from "./json";
import type { OpName, OpRecord } from "./types";

/** What an answer, or the lack of one, makes of an operation. `returned`: nothing was done, the same form may be sent again. */
export type Verdict =
  | { state: "done"; patch: Pick<OpRecord, "output" | "message"> }
  | { state: "rejected"; patch: Pick<OpRecord, "code" | "message" | "output"> }
  | { state: "unknown"; patch: Pick<OpRecord, "code"> }
  | { state: "returned"; reason: "login" | "not-sent" | "gone"; patch: Pick<OpRecord, "code"> };

/** Codes that say that what was asked for is already so. */
const ALREADY: Partial<Record<OpName, string>> = { cancelQr: "NO_DATA" };

/** Codes that say so of an operation that was sent before; the first time they mean that somebody else was quicker. */
export const ALREADY_WHEN_REPEATED: Partial<Record<OpName, string>> = { submitTruelink: "TRUELINK_DUPLICATE" };

/** Shown for an operation of which no byte left. */
export const NOT_SENT = "NOT_SENT";
/** The operator's service for this member has ended. */
const GONE = "account-gone";
/** The process that sent it is gone, or lost touch with the records. */
export const OWNER_LOST = "OWNER_LOST";

/**
 * Reads the end of one dispatch. Total: whatever is not plainly an answer or a refusal is unknown.
 * `repeated`: the member has sent an equal operation before, and it was not refused.
 */
export function verdictOf(op: OpName, wire: CallResult<Json>, repeated = false): Verdict {
  switch (wire.kind) {
    case "answer":
      return op === "createQr"
        ? qrAnswer(wire.output)
        : { state: "done", patch: { output: wire.output, message: null } };
    case "refused": {
      if (wire.code === ALREADY[op]) return { state: "done", patch: { output: null, message: null } };
      if (repeated && wire.code === ALREADY_WHEN_REPEATED[op])
        return { state: "done", patch: { output: { already: true }, message: null } };
      const output = wire.retryAfterSeconds === undefined ? null : { retryAfterSeconds: wire.retryAfterSeconds };
      return { state: "rejected", patch: { code: wire.code, message: wire.message ?? null, output } };
    }
    case "login":
      return { state: "returned", reason: "login", patch: { code: wire.code } };
    case "gone":
      return { state: "returned", reason: "gone", patch: { code: GONE } };
    case "not-sent":
      return { state: "returned", reason: "not-sent", patch: { code: NOT_SENT } };
    case "unknown":
      return { state: "unknown", patch: { code: wire.cause } };
  }
}

/** `hasQrcode: false` is a refusal with a text to show. The markup is left out: it is read again where it is shown. */
function qrAnswer(output: Json): Verdict {
  const { qrcode: _markup, ...qr } = output as { [key: string]: Json };
  if (qr.hasQrcode === true) return { state: "done", patch: { output: qr, message: null } };
  const message = typeof qr.message === "string" ? qr.message : null;
  return { state: "rejected", patch: { code: "QR_FAIL", message, output: null } };
}
