import type { FaultKind } from "../../server/sandbox/wire/faults";
import type { Cut } from "./proxy";
import type { Unreachable } from "./stage";

/**
 * How an operation must end: `done`; `not-made`: unknown at first, then not done; `refused`: by the operator;
 * `not-sent`: nothing was sent, and the same form can be sent again; `login`: the session has ended, and the form is
 * filled again after login.
 */
export type Ending = "done" | "not-made" | "refused" | "not-sent" | "login";

/** Where the fault happens: at the operator, in the connection, or before the connection. */
export type Means =
  /** `afterCallMs`: milliseconds after the product's timeout for the call. */
  { operator: FaultKind; afterCallMs?: number; executed?: boolean } | { wire: Cut } | { unreachable: Unreachable };

export interface UpstreamFault {
  id: string;
  what: string;
  means: Means;
  ending: Ending;
  /** The first page must not claim an outcome. */
  unknownAtFirst: boolean;
  /** Waits for the timeout of a call. */
  slow: boolean;
  /** May happen before the last bytes of a picture have been sent. */
  early: boolean;
}

const fault = (
  id: string,
  what: string,
  means: Means,
  ending: Ending,
  { unknownAtFirst = ending === "not-made" || ending === "done", slow = false, early = false } = {},
): UpstreamFault => ({ id, what, means, ending, unknownAtFirst, slow, early });

const SLOW = { slow: true };
/** A complete answer may be believed at once, even if it is unusual. */
const BELIEVABLE = { unknownAtFirst: false };

/** All faults of the operator and the network for one call. */
export const FAULTS: readonly UpstreamFault[] = [
  fault("F01", "connection refused", { unreachable: "refused" }, "not-sent"),
  fault("F02", "host name unknown", { unreachable: "unknown" }, "not-sent"),
  fault("F03", "no connection in time", { unreachable: "silent" }, "not-sent"),
  fault("F04", "certificate not trusted", { unreachable: "stranger" }, "not-sent"),
  fault("F05", "reset before the request is read", { operator: "reset-before-read" }, "not-made", { early: true }),
  fault("F06", "reset after the request is read", { operator: "reset" }, "not-made"),
  fault("F07", "done, reset before the headers", { operator: "drop-after-commit" }, "done"),
  fault("F08", "done, cut in the middle of the body", { operator: "drop-mid-body" }, "done"),
  fault("F09", "never answers", { operator: "hang" }, "not-made", SLOW),
  fault("F10", "done, never answers", { operator: "hang-after-commit" }, "done", SLOW),
  fault("F11", "done after we gave up", { operator: "hang-then-commit", afterCallMs: 1_000 }, "done", SLOW),
  fault("F12", "500", { operator: "error" }, "not-made"),
  fault("F13", "done, 500", { operator: "error-after-commit" }, "done"),
  fault("F14", "done, 502 with HTML", { operator: "html-502" }, "done"),
  fault("F15", "503", { operator: "unavailable-503" }, "not-made"),
  fault("F16", "done, 504", { operator: "timeout-504" }, "done"),
  fault("F17", "done, 200 with nothing", { operator: "empty" }, "done", BELIEVABLE),
  fault("F18", "done, 200 with half of the JSON", { operator: "truncated" }, "done"),
  fault("F19", "done, 200 with HTML", { operator: "html" }, "done"),
  fault("F20", "done, wrong content type", { operator: "wrong-type" }, "done", BELIEVABLE),
  fault("F21", "done, 200 with other JSON", { operator: "wrong-schema" }, "done"),
  fault("F22", "done, a key twice in the JSON", { operator: "duplicate-keys" }, "done"),
  fault("F23", "done, __proto__ in the JSON", { operator: "proto" }, "done"),
  fault("F24", "done, 100 MB of answer", { operator: "huge" }, "done"),
  fault("F25", "done, a gzip bomb", { operator: "gzip-bomb" }, "done"),
  fault("F26", "done, one byte a second", { operator: "trickle" }, "done", SLOW),
  fault("F27", "redirected elsewhere", { operator: "redirect" }, "not-made"),
  fault("F28", "401", { operator: "unauthorized" }, "login"),
  fault("F29", "429", { operator: "limit" }, "refused"),
  fault("F30", "done, wrong Content-Length", { operator: "wrong-length" }, "done"),
  fault("B01", "reset at byte 0 of the request", { wire: { request: 0 } }, "not-made"),
  fault("B02", "reset in the head of the request", { wire: { request: 60 } }, "not-made"),
  fault("B03", "reset before the request's last byte", { wire: { request: -1 } }, "not-made"),
  fault("B04", "done, reset after 1 byte of the answer", { wire: { answer: 1 } }, "done"),
  fault("B05", "done, reset in the answer's head", { wire: { answer: 60 } }, "done"),
  fault("B06", "done, reset before the answer's last byte", { wire: { answer: -1 } }, "done"),
  fault("B07", "reset, done a moment later", { wire: { late: 1_000 } }, "done"),
];

/**
 * Faults that must make a test fail, with the failure's message: they prove that the tests notice lies and duplicates.
 */
export const CONTROLS: readonly { fault: UpstreamFault; noticed: RegExp }[] = [
  {
    fault: fault("X01", "says done, does nothing", { operator: "slow", executed: false }, "done", BELIEVABLE),
    noticed: /the books say no/,
  },
  {
    fault: fault("X02", "does what it refuses", { operator: "limit", executed: true }, "refused", BELIEVABLE),
    noticed: /the books say it was done/,
  },
  {
    fault: fault("X03", "done, and expected not to be", { operator: "error-after-commit" }, "not-made"),
    noticed: /expected 'done' to be 'notdone'/,
  },
  {
    fault: fault("X04", "arrives twice", { wire: { twice: true } }, "done", BELIEVABLE),
    noticed: /dispatches: 1, effects: 2/,
  },
];
