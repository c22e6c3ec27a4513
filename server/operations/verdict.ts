import type { CallResult } from "../operator/call-result";
import type { Json } from "./json";
import type { OpName, OpRecord } from "./types";

/** The state that a `CallResult` leads to. `returned`: nothing was done, and the same form may be submitted again. */
export type Verdict =
  | { state: "done"; patch: Pick<OpRecord, "output" | "message" | "traceless"> }
  | { state: "rejected"; patch: Pick<OpRecord, "code" | "message" | "output"> }
  | { state: "unknown"; patch: Pick<OpRecord, "code"> }
  | { state: "returned"; reason: "login" | "not-sent" | "gone"; patch: Pick<OpRecord, "code"> };

/** Refusals that mean that the requested state already exists. */
const ALREADY: Partial<Record<OpName, string>> = { cancelQr: "NO_DATA", clearBonus: "NO_DATA" };

/** The same, but only if the member has sent the operation before; otherwise another member has redeemed the link. */
export const ALREADY_WHEN_REPEATED: Partial<Record<OpName, string>> = { submitTruelink: "TRUELINK_DUPLICATE" };

/** Code of an operation of which no byte was sent. */
export const NOT_SENT = "NOT_SENT";
/** The account or the service is gone. */
const GONE = "account-gone";
/** Code of an operation that ended after some of its steps. */
export const PARTLY = "PARTLY";

/**
 * Maps the result of a dispatch to a verdict. Anything that is neither an answer nor a refusal is unknown.
 * @param repeated the member has sent the same operation before, and it was not refused
 */
export function verdictOf(op: OpName, wire: CallResult<Json>, repeated = false): Verdict {
  switch (wire.kind) {
    case "answer":
      return op === "createQr"
        ? qrAnswer(wire.output)
        : { state: "done", patch: { output: wire.output, message: null } };
    case "refused": {
      if (wire.code === ALREADY[op]) return { state: "done", patch: { output: null, message: null, traceless: true } };
      if (repeated && wire.code === ALREADY_WHEN_REPEATED[op])
        return { state: "done", patch: { output: { already: true }, message: null, traceless: true } };
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

/** `hasQrcode: false` is a refusal with a text to show. The markup is not stored; pages read it again. */
function qrAnswer(output: Json): Verdict {
  const { qrcode: _markup, ...qr } = output as { [key: string]: Json };
  if (qr.hasQrcode === true) return { state: "done", patch: { output: qr, message: null } };
  const message = typeof qr.message === "string" ? qr.message : null;
  return { state: "rejected", patch: { code: "QR_FAIL", message, output: null } };
}
