/** How one call ended, judged from what came back. The judgement of money: only what proves "not moved" is a refusal. */
import { z } from "zod";
import type { Endpoint, Output } from "./endpoint";
import { type ErrorCode, errorCode } from "./errors";
import type { Exchange } from "./exchange";
import { parseStrictJson } from "./strict-json";

export type CallResult<T> =
  | { kind: "answer"; output: T }
  /** A definite no: a catalogued code, or another 4xx. `message` is the operator's own text where it is no code. */
  | { kind: "refused"; code: string; message?: string; retryAfterSeconds?: number }
  /** The session is over; nothing was done. */
  | { kind: "login"; code: string }
  /** The account or the service is gone. */
  | { kind: "gone" }
  /** No byte of the request was written. */
  | { kind: "not-sent"; cause: string }
  /** It may have happened or not. */
  | { kind: "unknown"; cause: string };

/** The two messages that lead elsewhere; the operator may spell them differently. */
export interface WireCodes {
  accountGone: string;
  invalidToken: string;
}

export const WIRE_CODES: WireCodes = { accountGone: "account-gone", invalidToken: "invalid-token" };

type Answered = Extract<Exchange, { kind: "answered" }>;

const CODE = /^[A-Za-z0-9_-]{1,64}$/;
/** Client errors that do not prove that nothing was done. */
const UNPROVEN = new Set([408, 409, 425]);

/** @param now epoch milliseconds, to read a `Retry-After` that is a date */
export function callResult<E extends Endpoint>(
  endpoint: E,
  answer: Answered,
  codes: WireCodes,
  now: number,
): CallResult<Output<E>> {
  const body = bodyOf(answer);
  const said = body.ok ? codeIn(body.value) : null;
  const known = said === null ? null : knownCode(said, codes);
  const refuse = (code: string): Refused => ({ kind: "refused", ...wording(code), ...retryAfter(answer, now) });
  return (
    byCode(endpoint, said, known, refuse) ??
    byStatus(answer.status, refuse) ??
    (known?.kind === "unknown" ? { kind: "unknown", cause: said! } : null) ??
    byBody(endpoint, answer.status, body, said, refuse) ??
    byClientError(answer.status, said, known, refuse) ?? { kind: "unknown", cause: `status:${answer.status}` }
  );
}

type Refused = Extract<CallResult<never>, { kind: "refused" }>;
type Refuse = (code: string) => Refused;

/** A code of the catalogue decides, whatever the status. */
function byCode<E extends Endpoint>(
  endpoint: E,
  said: string | null,
  known: ErrorCode | null,
  refuse: Refuse,
): CallResult<Output<E>> | null {
  if (said === null || !known) return null;
  if (known.kind === "gone") return { kind: "gone" };
  if (known.kind === "auth") return { kind: "login", code: said };
  return known.kind === "refused" ? (absence(endpoint, known) ?? refuse(said)) : null;
}

function byStatus(status: number, refuse: Refuse): CallResult<never> | null {
  if (status === 401) return { kind: "login", code: "UNAUTHORIZED" };
  return status === 429 ? refuse("REQUEST_LIMIT") : null;
}

/** A 2xx is an answer when its body is one. */
function byBody<E extends Endpoint>(
  endpoint: E,
  status: number,
  body: Body,
  said: string | null,
  refuse: Refuse,
): CallResult<Output<E>> | null {
  if (status < 200 || status >= 300) return null;
  if (!body.ok) return { kind: "unknown", cause: body.cause };
  if (said !== null && isFailure(body.value)) return refuse(said);
  const decoded = z.safeDecode(endpoint.output, body.value);
  return decoded.success
    ? { kind: "answer", output: decoded.data as Output<E> }
    : { kind: "unknown", cause: `schema:${decoded.error.issues[0]?.path.join(".") ?? ""}` };
}

/** A 4xx with a code that we do not know is a refusal all the same, but for the few that prove nothing. */
function byClientError(status: number, said: string | null, known: ErrorCode | null, refuse: Refuse): Refused | null {
  const proven = status >= 400 && status < 500 && !UNPROVEN.has(status) && said !== null && known === null;
  return proven ? refuse(said) : null;
}

type Body = { ok: true; value: unknown } | { ok: false; cause: string };

/** An empty body is the value `undefined`: a few calls may answer so. */
function bodyOf({ headers, body }: Answered): Body {
  // We ask for identity: whoever compresses all the same may be hiding a bomb.
  if ((headers.get("content-encoding") ?? "identity") !== "identity") return { ok: false, cause: "encoded" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { ok: true, value: text.trim() === "" ? undefined : parseStrictJson(text) };
  } catch {
    return { ok: false, cause: "malformed" };
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFailure = (value: unknown) => isRecord(value) && value.success === false;

/** The code an answer carries: `message`, or `error` beside `success: false`. */
function codeIn(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const said = isFailure(value) && typeof value.error === "string" ? value.error : value.message;
  return typeof said === "string" && said !== "" ? said : null;
}

function knownCode(said: string, codes: WireCodes): ErrorCode | null {
  if (said === codes.accountGone) return { kind: "gone" };
  return said === codes.invalidToken ? { kind: "auth" } : errorCode(said);
}

/** Some refusals of a read only say that there is nothing: `null`, where the call can answer that. */
function absence<E extends Endpoint>(endpoint: E, known: ErrorCode): CallResult<Output<E>> | null {
  if (endpoint.writes !== false || !known.nothing) return null;
  const decoded = z.safeDecode(endpoint.output, null);
  return decoded.success ? { kind: "answer", output: decoded.data as Output<E> } : null;
}

/** Text that is no code stays text: it may be shown, never looked up. */
function wording(said: string): { code: string; message?: string } {
  return CODE.test(said) ? { code: said } : { code: "GENERAL", message: said };
}

function retryAfter({ headers }: Answered, now: number): { retryAfterSeconds?: number } {
  const value = headers.get("retry-after");
  if (value === undefined) return {};
  const seconds = /^\d{1,6}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterSeconds: seconds } : {};
}
