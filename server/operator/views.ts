/** The client bound to one request, as routes use it. Failed reads throw a `Response`; writes return their outcome. */
import type { CallAuth, OperatorClient } from "./client";
import { endpoints, type Endpoints, type OperationName } from "./contract";
import type { Endpoint, Input, Output, Writes } from "./endpoint";
import { errorCode, errorText } from "./errors";
import type { CallResult } from "./call-result";
import type { Patience } from "./patience";

type Named<W extends Writes> = { [K in OperationName]: Endpoints[K]["writes"] extends W ? K : never }[OperationName];
type Uploads = "uploadChatImage" | "uploadChatVideo";
/** A call whose input has no required fields needs no argument. */
type Arguments<E> = Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

/** The session has ended; nothing was done. */
export interface SessionOver {
  kind: "login";
  code: string;
  /** Message key. */
  text: string;
}

/** A refusal, with what a form needs to show it. */
export interface Refusal {
  kind: "refused";
  code: string;
  /** The operator's text, if it is not a code. */
  message?: string;
  retryAfterSeconds?: number;
  /** Message key. */
  text: string;
  /** Form fields to show it at, most likely first; empty: the form as a whole. */
  fields: readonly string[];
  /** Registration step to go back to, or null. */
  step: 1 | 2 | 3 | 4 | null;
}

export type WriteOutcome<T> = Exclude<CallResult<T>, { kind: "refused" | "login" }> | Refusal | SessionOver;

/** All calls that change nothing. They resolve to the answer and throw a `Response` for anything else. */
export type OperatorReads = {
  [K in Named<false>]: (...input: Arguments<Endpoints[K]>) => Promise<Output<Endpoints[K]>>;
};

/** All calls that change the account and move no money. Sent once; they never throw. */
export type AccountWrites = {
  [K in Exclude<Named<"account">, Uploads>]: (
    ...input: Arguments<Endpoints[K]>
  ) => Promise<WriteOutcome<Output<Endpoints[K]>>>;
};

export interface ReadBinding extends Omit<CallAuth, "patienceMs"> {
  /** What all reads of the page may take together. */
  patience?: Patience;
  /** The response to throw if the operator rejects the token. */
  onLogin(code: string): Response;
  /** The response to throw if the account or the service is gone. */
  onGone(): Response;
  /** Told of each refusal, with the message key of its code. */
  onRefused?(text: string): void;
}

/** Reads for one request. Other failures throw a 503 with the body `{"code": "..."}`. */
export function bindReads(
  client: OperatorClient,
  { onLogin, onGone, onRefused, patience, ...auth }: ReadBinding,
): OperatorReads {
  const call = (endpoint: Endpoint, input: object): Promise<CallResult<unknown>> =>
    patience
      ? patience.during(() => client.call(endpoint, input, { ...auth, patienceMs: patience.left() }))
      : client.call(endpoint, input, auth);
  const read = async (endpoint: Endpoint, input: object = {}) => {
    const result = await call(endpoint, input);
    switch (result.kind) {
      case "answer":
        return result.output;
      case "login":
        // What guests may ask says nothing about a session, and leads nobody away from the page.
        throw endpoint.access === "guest" ? unavailable(result.code) : onLogin(result.code);
      case "gone":
        throw onGone();
      case "refused":
        onRefused?.(errorText(result.code));
        throw unavailable(result.code, result.retryAfterSeconds);
      case "not-sent":
      case "unknown":
        throw unavailable("INTERNAL_SERVER_ERROR");
    }
  };
  return bind(false, read) as OperatorReads;
}

/** Account writes for one request. */
export function bindAccountWrites(client: OperatorClient, auth: CallAuth): AccountWrites {
  const write = async (endpoint: Endpoint, input: object = {}) => outcomeOf(await client.call(endpoint, input, auth));
  const account = bind("account", write) as AccountWrites;
  return { ...account, verifyOtp: async (input) => verified(await account.verifyOtp(input)) };
}

/** Adds what the catalog knows about the code. */
export function outcomeOf<T>(result: CallResult<T>): WriteOutcome<T> {
  if (result.kind === "login") return { ...result, text: errorText(result.code) };
  if (result.kind !== "refused") return result;
  const known = errorCode(result.code);
  return { ...result, text: errorText(result.code), fields: known?.fields ?? [], step: known?.step ?? null };
}

/** Unless its code is one of the two for success, a 200 from `verifyOtp` is a refusal. */
function verified<T extends { code: string }>(result: WriteOutcome<T>): WriteOutcome<T> {
  if (result.kind !== "answer") return result;
  const { code } = result.output;
  const known = errorCode(code);
  if (known?.kind === "success" && code.startsWith("OTP_")) return result;
  return outcomeOf({ kind: "refused", code: known?.kind === "refused" ? code : "OTP_CODE_INVALID" });
}

function bind(writes: Writes, call: (endpoint: Endpoint, input?: object) => Promise<unknown>): object {
  const chosen = Object.entries<Endpoint>(endpoints).filter(
    ([, one]) => one.writes === writes && !(writes && one.upload),
  );
  return Object.fromEntries(chosen.map(([name, one]) => [name, (input?: object) => call(one, input)]));
}

function unavailable(code: string, retryAfterSeconds?: number): Response {
  const headers = {
    "content-type": "application/json",
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
  };
  return new Response(JSON.stringify({ code }), { status: 503, headers });
}
