/** The HTTP client of the operator's API: deadlines, headers, connections, and a `CallResult` for every outcome. */
import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import { z } from "zod";
import type { Log } from "../log";
import { READ_TIMEOUT_MS, type Endpoint, type Input, type Output } from "./endpoint";
import { type Exchange, exchange, type HttpRequest } from "./exchange";
import { driftLog } from "./drift-log";
import { offsetOf } from "./instant-text";
import type { Drift } from "./mild-reader";
import { buildPath, parametersOf, UnsafeSegment } from "./path";
import { callResult, type CallResult, WIRE_CODES, type WireCodes } from "./call-result";

const CONNECT_TIMEOUT_MS = 5_000;
const READ_CONNECTIONS = 128;
const MAX_CONCURRENT_WRITES = 512;
const RETRY_PAUSE_MS = { least: 50, spread: 200 };

/** Who a call is made for. */
export interface CallAuth {
  token: string | null;
  clientIp?: string;
  /** Reference of the HTTP request that needs the call. */
  requestId?: string;
  /** Reference of the operation that the call sends or checks. */
  operation?: string;
}

/** One finished call, for the log. `path` is the template: a real path may contain a password. */
interface CallFacts {
  method: string;
  path: string;
  kind: CallResult<unknown>["kind"];
  /** Code or cause; null for an answer. */
  why: string | null;
  ms: number;
  requestId?: string;
  operation?: string;
}

export interface ClientOptions {
  /** Origin of the operator's API, with its path prefix if it has one. */
  baseUrl: string;
  /** Value of `X-Requested-With`. */
  marker: string;
  log: Pick<Log, "info" | "warn">;
  /** Zone of times that name none. */
  timeZone?: string;
  userAgent?: string;
  codes?: Partial<WireCodes>;
}

/** An encoded upload. */
export interface UploadBody {
  /** Value of `Content-Type`. */
  type: string;
  body: AsyncIterable<Uint8Array>;
}

export interface Probe<E extends Endpoint> {
  wire: Exchange;
  result: CallResult<Output<E>>;
}

export interface OperatorClient {
  /** Makes one call; never rejects. A read is retried once if that may help; a write is sent at most once. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, auth: CallAuth): Promise<CallResult<Output<E>>>;
  /** Streams an upload, at most once; never rejects. */
  upload<E extends Endpoint>(endpoint: E, content: UploadBody, auth: CallAuth): Promise<CallResult<Output<E>>>;
  /** Sends a read once, for no member, and logs nothing; never rejects. */
  probe<E extends Endpoint>(endpoint: E, input: Input<E>, deadlineMs: number): Promise<Probe<E>>;
  /** Waits for running calls, then closes the connections. */
  close(): Promise<void>;
}

const PRINTABLE = /^[\x20-\x7e]+$/;

export function createClient(options: ClientOptions): OperatorClient {
  const base = new URL(options.baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const codes = { ...WIRE_CODES, ...options.codes };
  const timeouts = { connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: 0, bodyTimeout: 0 };
  const reads = new Agent({ ...timeouts, connections: READ_CONNECTIONS });
  const writes = new Agent({ ...timeouts, connections: MAX_CONCURRENT_WRITES, pipelining: 0 });
  const offset = offsetOf(options.timeZone ?? "UTC");
  const notes = driftLog(options.log);
  let writing = 0;
  /** Why the last call failed; null if it did not. */
  let outage: string | null = null;

  /** The result of a call that must not be sent because of its token, or null. */
  function check(endpoint: Endpoint, { token }: CallAuth): CallResult<never> | null {
    if (endpoint.access === "member" && token === null) return { kind: "login", code: "UNAUTHORIZED" };
    return token !== null && !PRINTABLE.test(token) ? { kind: "login", code: codes.invalidToken } : null;
  }

  /** The request of a call, or its result if it cannot be sent. */
  function prepare(endpoint: Endpoint, input: unknown, auth: CallAuth): HttpRequest | CallResult<never> {
    const denied = check(endpoint, auth);
    if (denied) return denied;
    if (endpoint.upload) return { kind: "not-sent", cause: "upload" };
    const encoded = z.safeEncode(endpoint.input, input);
    if (!encoded.success) return { kind: "not-sent", cause: `input:${encoded.error.issues[0]?.path.join(".") ?? ""}` };
    const fields = encoded.data as Record<string, unknown>;
    const inPath = parametersOf(endpoint.path);
    const hasBody = endpoint.method === "POST" || endpoint.method === "PUT";
    const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => !inPath.includes(key)));
    try {
      return {
        origin: base.origin,
        path: prefix + buildPath(endpoint.path, fields),
        method: endpoint.method,
        headers: headersOf(auth, hasBody ? "application/json" : null),
        body: hasBody ? JSON.stringify(rest) : null,
        reset: endpoint.writes !== false,
      };
    } catch (error) {
      if (error instanceof UnsafeSegment) return { kind: "not-sent", cause: "path" };
      throw error;
    }
  }

  function headersOf(auth: CallAuth, contentType: string | null): Record<string, string> {
    const { token, clientIp } = auth;
    // What a member reads out from a receipt is then in the operator's log, too.
    const id = auth.operation ?? auth.requestId;
    return {
      accept: "application/json",
      "accept-encoding": "identity",
      "x-requested-with": options.marker,
      ...(options.userAgent && { "user-agent": options.userAgent }),
      ...(contentType !== null && { "content-type": contentType }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(clientIp && PRINTABLE.test(clientIp) && { "x-forwarded-for": clientIp }),
      ...(id && PRINTABLE.test(id) && { "x-request-id": id }),
    };
  }

  function judge<E extends Endpoint>(endpoint: E, input: unknown, result: Exchange): CallResult<Output<E>> {
    if (result.kind !== "answered")
      return { kind: result.kind === "broken" ? "unknown" : "not-sent", cause: result.cause };
    const onDrift = (drifts: Drift[]) => notes.add(endpoint, drifts);
    return callResult(endpoint, result, { codes, now: Date.now(), offset, range: rangeOf(input), onDrift });
  }

  async function read<E extends Endpoint>(
    endpoint: E,
    input: unknown,
    request: HttpRequest,
  ): Promise<CallResult<Output<E>>> {
    const deadline = Math.min(endpoint.timeoutMs, READ_TIMEOUT_MS);
    const first = await exchange(reads, request, deadline);
    const verdict = judge(endpoint, input, first);
    if (!isRetryable(first, verdict)) return verdict;
    await wait(RETRY_PAUSE_MS.least + Math.random() * RETRY_PAUSE_MS.spread);
    return judge(endpoint, input, await exchange(reads, request, deadline));
  }

  async function write<E extends Endpoint>(
    endpoint: E,
    input: unknown,
    request: HttpRequest,
  ): Promise<CallResult<Output<E>>> {
    if (writing >= MAX_CONCURRENT_WRITES) return { kind: "not-sent", cause: "busy" };
    writing++;
    try {
      return judge(endpoint, input, await exchange(writes, request, endpoint.timeoutMs));
    } finally {
      writing--;
    }
  }

  /**
   * Logs a call. A failure is a warning, except if the same happened just before with no answer in between, which is one
   * outage, and except in an operation, which reports its outcome itself.
   */
  function report(endpoint: Endpoint, verdict: CallResult<unknown>, auth: CallAuth, ms: number): void {
    const why = "cause" in verdict ? verdict.cause : "code" in verdict ? verdict.code : null;
    const { method, path } = endpoint;
    const { requestId, operation } = auth;
    const facts: CallFacts = { method, path, kind: verdict.kind, why, ms: Math.round(ms), requestId, operation };
    if (verdict.kind === "not-sent" || verdict.kind === "unknown") {
      const known = outage === why || operation !== undefined;
      outage = why;
      options.log[known ? "info" : "warn"](facts, "operator call failed");
      return;
    }
    outage = null;
    if (verdict.kind !== "answer" || endpoint.writes !== false) options.log.info(facts, "operator call");
  }

  return {
    async call(endpoint, input, auth) {
      const started = performance.now();
      const request = prepare(endpoint, input, auth);
      const send = endpoint.writes === false ? read : write;
      const verdict = "kind" in request ? request : await send(endpoint, input, request);
      report(endpoint, verdict, auth, performance.now() - started);
      return verdict;
    },
    async probe(endpoint, input, deadlineMs) {
      const request = prepare(endpoint, input, { token: null });
      if ("kind" in request) return { wire: { kind: "not-sent", cause: request.kind }, result: request };
      const wire = await exchange(reads, request, deadlineMs);
      return { wire, result: judge(endpoint, input, wire) };
    },
    async upload(endpoint, { type, body }, auth) {
      const started = performance.now();
      const { method, path } = endpoint;
      const headers = headersOf(auth, type);
      const request = { origin: base.origin, path: prefix + path, method, headers, body, reset: true };
      const verdict = check(endpoint, auth) ?? (await write(endpoint, {}, request));
      report(endpoint, verdict, auth, performance.now() - started);
      return verdict;
    },
    async close() {
      await Promise.all([reads.close(), writes.close()]);
    },
  };
}

/** The page that a call asks for; null if it asks for none. */
function rangeOf(input: unknown): { page: number; limit: number } | null {
  const { page, limit } = input as { page?: unknown; limit?: unknown };
  return typeof page === "number" && typeof limit === "number" ? { page, limit } : null;
}

/** Whether a retry may help: nothing was sent, the connection broke, or the operator answered 5xx. */
function isRetryable(result: Exchange, verdict: CallResult<unknown>): boolean {
  if (result.kind === "answered") return verdict.kind === "unknown" && result.status >= 500;
  return result.cause !== "too-large";
}
