/** The HTTP client of the operator's API: deadlines, headers, connections, and a `CallResult` for every outcome. */
import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import type { Log } from "../log";
import { READ_PATIENCE_MS, READ_TIMEOUT_MS, type Endpoint, type Input, type Output } from "./endpoint";
import { type Exchange, exchange, type HttpRequest } from "./exchange";
import { createBreaker, type Breaker, type Pass } from "./breaker";
import { callLog, PAUSED } from "./call-log";
import { offsetOf } from "./instant-text";
import { createDrifts, type KnownDrift } from "./drifts";
import { type CallAuth, requestsTo, type UploadBody } from "./requests";

export type { CallAuth } from "./requests";
import { callResult, type CallResult, retryAfterOf, WIRE_CODES, type WireCodes } from "./call-result";

const CONNECT_TIMEOUT_MS = 5_000;
const READ_CONNECTIONS = 128;
const MAX_CONCURRENT_WRITES = 512;
/** A read is not begun in less time than this. */
const LEAST_MS = 50;
/** An answer that takes longer is a failure of the operator. */
const SLOW_MS = 2_500;
const RETRY_PAUSE_MS = { least: 50, spread: 200 };

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
  /** The operator's time by its latest answer, in epoch milliseconds, to the second; null if it does not tell. */
  operatorTime(): number | null;
  /** What answers differed from the contract in, since the start. */
  drifts(): readonly KnownDrift[];
  /** The kinds of reads so far, and whether each is paused for all. */
  paused: Breaker["paused"];
  /** Waits for running calls, then closes the connections. */
  close(): Promise<void>;
}

export function createClient(options: ClientOptions): OperatorClient {
  const codes = { ...WIRE_CODES, ...options.codes };
  const requests = requestsTo({ ...options, codes });
  const timeouts = { connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: 0, bodyTimeout: 0 };
  const reads = new Agent({ ...timeouts, connections: READ_CONNECTIONS });
  const writes = new Agent({ ...timeouts, connections: MAX_CONCURRENT_WRITES, pipelining: 0 });
  const offset = offsetOf(options.timeZone ?? "UTC");
  const log = callLog(options.log);
  const drifts = createDrifts(options.log);
  const breaker = createBreaker(options.log);
  let writing = 0;

  /** The `Date` of the latest answer, and when it came, in monotonic milliseconds. */
  let told: { date: number; at: number } | null = null;

  const noteDate = (headers: Map<string, string>) => {
    const date = Date.parse(headers.get("date") ?? "");
    // It is cut to the second.
    told = Number.isNaN(date) ? null : { date: date + 500, at: performance.now() };
  };

  function judge<E extends Endpoint>(endpoint: E, input: unknown, result: Exchange): CallResult<Output<E>> {
    if (result.kind !== "answered")
      return { kind: result.kind === "broken" ? "unknown" : "not-sent", cause: result.cause };
    noteDate(result.headers);
    return callResult(endpoint, result, {
      codes,
      now: Date.now(),
      offset,
      range: rangeOf(input),
      onDrift: (found, forgiven) => drifts.note(endpoint, found, forgiven),
    });
  }

  /** Sends a read, and once more if that may help and there is time. */
  async function read<E extends Endpoint>(
    endpoint: E,
    input: unknown,
    request: HttpRequest,
    { patienceMs = READ_PATIENCE_MS }: CallAuth,
    pass: Pass,
  ): Promise<CallResult<Output<E>>> {
    const until = performance.now() + patienceMs;
    const attempt = async () => {
      const deadline = Math.min(READ_TIMEOUT_MS, endpoint.timeoutMs, until - performance.now());
      if (deadline < LEAST_MS) return null;
      const wire = await exchange(reads, request, deadline);
      const verdict = judge(endpoint, input, wire);
      note(endpoint, wire, verdict, pass, deadline);
      return { wire, verdict };
    };
    const first = await attempt();
    if (!first) return { kind: "not-sent", cause: "patience" };
    if (!pass.mayRetry() || !isRetryable(first.wire, first.verdict)) return first.verdict;
    await wait(RETRY_PAUSE_MS.least + Math.random() * RETRY_PAUSE_MS.spread);
    return (await attempt())?.verdict ?? first.verdict;
  }

  async function write<E extends Endpoint>(
    endpoint: E,
    input: unknown,
    request: HttpRequest,
  ): Promise<CallResult<Output<E>>> {
    if (writing >= MAX_CONCURRENT_WRITES) return { kind: "not-sent", cause: "busy" };
    writing++;
    try {
      const wire = await exchange(writes, request, endpoint.timeoutMs);
      return judge(endpoint, input, wire);
    } finally {
      writing--;
    }
  }

  /** Sends a call, unless it is a read that fails again and again. */
  async function send<E extends Endpoint>(
    endpoint: E,
    input: unknown,
    request: HttpRequest,
    auth: CallAuth,
  ): Promise<CallResult<Output<E>>> {
    // What a member does is tried whenever the member asks for it.
    if (endpoint.writes !== false) return write(endpoint, input, request);
    // What guests may ask is the same for many, whoever asks.
    const caller = endpoint.access === "guest" ? "" : auth.token!;
    const pass = breaker.enter(`${endpoint.method} ${endpoint.path}`, caller);
    if (!pass) return { kind: "not-sent", cause: PAUSED };
    try {
      return await read(endpoint, input, request, auth, pass);
    } finally {
      pass.leave();
    }
  }

  return {
    async call(endpoint, input, auth) {
      const started = performance.now();
      const request = requests.call(endpoint, input, auth);
      const verdict = "kind" in request ? request : await send(endpoint, input, request, auth);
      log.call(endpoint, verdict, auth, performance.now() - started);
      return verdict;
    },
    async probe(endpoint, input, deadlineMs) {
      const request = requests.call(endpoint, input, { token: null });
      if ("kind" in request) return { wire: { kind: "not-sent", cause: request.kind }, result: request };
      const wire = await exchange(reads, request, deadlineMs);
      return { wire, result: judge(endpoint, input, wire) };
    },
    async upload(endpoint, content, auth) {
      const started = performance.now();
      const request = requests.upload(endpoint, content, auth);
      const verdict = "kind" in request ? request : await write(endpoint, {}, request);
      log.call(endpoint, verdict, auth, performance.now() - started);
      return verdict;
    },
    operatorTime: () => told && Math.round(told.date + performance.now() - told.at),
    drifts: drifts.all,
    paused: breaker.paused,
    async close() {
      await Promise.all([reads.close(), writes.close()]);
    },
  };
}

/** Tells the breaker how an attempt ended. An answer that cannot be understood may be about this member's data. */
function note(endpoint: Endpoint, wire: Exchange, verdict: CallResult<unknown>, pass: Pass, deadlineMs: number): void {
  if (wire.kind !== "answered") {
    // An attempt for which the page left little time says nothing.
    if (wire.cause !== "deadline" || deadlineMs >= SLOW_MS) pass.failed();
    return;
  }
  const isLimited = wire.status === 429 && endpoint.access === "member" && endpoint.writes === false;
  if (!isLimited && (wire.status < 500 || verdict.kind !== "unknown")) return pass.answered();
  pass.failed(1000 * (retryAfterOf(wire, Date.now()) ?? 0));
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
