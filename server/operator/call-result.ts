/**
 * Classifies the answer to a call. Money depends on it: an answer only counts as a refusal if it proves that nothing
 * was done.
 */
import { z } from "zod";
import { layersOf } from "./contract/reader";
import { saysOtherwise } from "./contradiction";
import type { Endpoint, Output } from "./endpoint";
import { type ErrorCode, errorCode } from "./errors";
import type { Exchange } from "./exchange";
import { type Drift, type MildOptions, readMildly } from "./mild-reader";
import { parseStrictJson } from "./strict-json";

export type CallResult<T> =
  | { kind: "answer"; output: T }
  /** Nothing was done: a refusal code, or another 4xx. `message` is the operator's text if it is not a code. */
  | { kind: "refused"; code: string; message?: string; retryAfterSeconds?: number }
  /** The session has ended; nothing was done. */
  | { kind: "login"; code: string }
  /** The account or the service is gone. */
  | { kind: "gone" }
  /** No byte of the request was written. */
  | { kind: "not-sent"; cause: string }
  /** The call may or may not have taken effect. */
  | { kind: "unknown"; cause: string };

/** Two messages that some operators spell differently. */
export interface WireCodes {
  accountGone: string;
  invalidToken: string;
}

export const WIRE_CODES: WireCodes = { accountGone: "account-gone", invalidToken: "invalid-token" };

type Answered = Extract<Exchange, { kind: "answered" }>;

const CODE = /^[A-Za-z0-9_-]{1,64}$/;
/** 4xx statuses that do not prove that nothing was done. */
const UNPROVEN = new Set([408, 409, 425]);

/** How to read an answer. */
export interface ReadOptions extends MildOptions {
  codes: WireCodes;
  /** Epoch milliseconds, to evaluate a `Retry-After` that is a date. */
  now: number;
  /** Gets the differences between the answer and the contract, if there are any, and whether it could be read all the same. */
  onDrift(drifts: Drift[], forgiven: boolean): void;
}

/** Classifies an answer by its code, its status and its body, in this order. */
export function callResult<E extends Endpoint>(
  endpoint: E,
  answer: Answered,
  options: ReadOptions,
): CallResult<Output<E>> {
  const { codes, now } = options;
  const body = bodyOf(answer);
  const spoken = body.ok ? codesIn(body.value) : [];
  if (endpoint.writes === "money" && new Set(spoken).size > 1) return { kind: "unknown", cause: "contradiction" };
  const code = spoken[0] ?? null;
  const known = code === null ? null : knownCode(code, codes);
  const refuse = (code: string): Refused => ({ kind: "refused", ...wording(code), ...retryAfter(answer, now) });
  return (
    byCode(endpoint, code, known, refuse) ??
    byStatus(answer.status, refuse) ??
    (known?.kind === "unknown" ? { kind: "unknown", cause: code! } : null) ??
    byBody(endpoint, answer.status, body, code, refuse, options) ??
    byClientError(answer.status, code, known, refuse) ?? { kind: "unknown", cause: `status:${answer.status}` }
  );
}

type Refused = Extract<CallResult<never>, { kind: "refused" }>;
type Refuse = (code: string) => Refused;

/** A known code decides, whatever the status. */
function byCode<E extends Endpoint>(
  endpoint: E,
  code: string | null,
  known: ErrorCode | null,
  refuse: Refuse,
): CallResult<Output<E>> | null {
  if (code === null || !known) return null;
  if (known.kind === "gone") return { kind: "gone" };
  if (known.kind === "auth") return { kind: "login", code };
  return known.kind === "refused" ? (absence(endpoint, known) ?? refuse(code)) : null;
}

function byStatus(status: number, refuse: Refuse): CallResult<never> | null {
  if (status === 401) return { kind: "login", code: "UNAUTHORIZED" };
  return status === 429 ? refuse("REQUEST_LIMIT") : null;
}

/** A 2xx is an answer if its body matches the contract, and for a money call only if nothing in it says otherwise. */
function byBody<E extends Endpoint>(
  endpoint: E,
  status: number,
  body: Body,
  code: string | null,
  refuse: Refuse,
  options: ReadOptions,
): CallResult<Output<E>> | null {
  if (status < 200 || status >= 300) return null;
  if (!body.ok) return { kind: "unknown", cause: body.cause };
  if (endpoint.writes === "money") {
    if (saysOtherwise(body.value)) return { kind: "unknown", cause: "contradiction" };
  } else if (code !== null && isFailure(body.value)) {
    return refuse(code);
  }
  const reading = readMildly(endpoint.output, body.value, options);
  // What a money call answers is never interpreted.
  const refused = endpoint.writes === "money" && reading.drifts.length > 0;
  if (reading.drifts.length > 0) options.onDrift(reading.drifts, reading.ok && !refused);
  if (reading.ok && !refused) return { kind: "answer", output: reading.output as Output<E> };
  return { kind: "unknown", cause: `schema:${reading.ok ? reading.drifts[0]!.path : reading.path}` };
}

/** A 4xx with an unknown code is a refusal, except for the statuses in `UNPROVEN`. */
function byClientError(status: number, code: string | null, known: ErrorCode | null, refuse: Refuse): Refused | null {
  const proven = status >= 400 && status < 500 && !UNPROVEN.has(status) && code !== null && known === null;
  return proven ? refuse(code) : null;
}

type Body = { ok: true; value: unknown } | { ok: false; cause: string };

/** An empty body reads as `undefined`, which a few calls accept. */
function bodyOf({ headers, body }: Answered): Body {
  // We request `identity`, so a compressed body is unexpected and could be a zip bomb.
  if ((headers.get("content-encoding") ?? "identity") !== "identity") return { ok: false, cause: "encoded" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { ok: true, value: text.trim() === "" ? undefined : parseStrictJson(text) };
  } catch {
    return { ok: false, cause: "malformed" };
  }
}

const isFailure = (value: unknown) => layersOf(value).some(({ success }) => success === false);

/** The codes in an answer, the outermost first: `message`, or `error` next to `success: false`. */
const codesIn = (value: unknown): string[] =>
  layersOf(value)
    .map(({ success, error, message }) => (success === false && typeof error === "string" ? error : message))
    .filter((code): code is string => typeof code === "string" && code !== "");

function knownCode(code: string, codes: WireCodes): ErrorCode | null {
  if (code === codes.accountGone) return { kind: "gone" };
  return code === codes.invalidToken ? { kind: "auth" } : errorCode(code);
}

/** Some refusals of a read only mean that there is nothing: they count as `null` if the call's output allows it. */
function absence<E extends Endpoint>(endpoint: E, known: ErrorCode): CallResult<Output<E>> | null {
  if (endpoint.writes !== false || !known.nothing) return null;
  const decoded = z.safeDecode(endpoint.output, null);
  return decoded.success ? { kind: "answer", output: decoded.data as Output<E> } : null;
}

/** Text that is not a code is kept as a message, which may be shown but is never looked up. */
function wording(text: string): { code: string; message?: string } {
  return CODE.test(text) ? { code: text } : { code: "GENERAL", message: text };
}

/** Seconds that the operator asks to wait; null if it does not say. */
export function retryAfterOf({ headers }: Answered, now: number): number | null {
  const value = headers.get("retry-after");
  if (value === undefined) return null;
  const seconds = /^\d{1,6}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function retryAfter(answer: Answered, now: number): { retryAfterSeconds?: number } {
  const seconds = retryAfterOf(answer, now);
  return seconds === null ? {} : { retryAfterSeconds: seconds };
}
