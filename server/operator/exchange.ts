import type { Dispatcher } from "undici";

/** A larger answer counts as no answer. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

export interface HttpRequest {
  origin: string;
  path: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Record<string, string>;
  /** A stream is read only once there is a connection, and only as fast as it accepts data. */
  body: string | AsyncIterable<Uint8Array> | null;
  /** Closes the connection after this request, so that a write never uses one that the operator may just be closing. */
  reset: boolean;
}

/** What happened on the wire, before the answer is classified. */
export type Exchange =
  | { kind: "answered"; status: number; headers: Map<string, string>; body: Buffer }
  /** No byte of the request was written. */
  | { kind: "not-sent"; cause: string }
  /** At least part of the request was written, and no complete answer arrived. */
  | { kind: "broken"; cause: string };

/**
 * Sends one request, once. Never rejects, follows no redirects, never retries.
 * @param deadlineMs milliseconds until the whole answer must have arrived; data that trickles in does not extend it
 */
export function exchange(dispatcher: Dispatcher, request: HttpRequest, deadlineMs: number): Promise<Exchange> {
  return new Promise((resolve) => {
    let abort: ((error: Error) => void) | null = null;
    let settled = false;
    let status = 0;
    let size = 0;
    const headers = new Map<string, string>();
    const chunks: Buffer[] = [];

    const settle = (outcome: Exchange) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      resolve(outcome);
    };
    /** undici calls `onConnect` right before it writes: a request that fails earlier was never sent. */
    const fail = (cause: string) => settle({ kind: abort ? "broken" : "not-sent", cause });
    const giveUp = (cause: string) => {
      fail(cause);
      abort?.(new Error(cause));
    };
    const timer = setTimeout(() => giveUp("deadline"), deadlineMs);

    const handler: Dispatcher.DispatchHandlers = {
      onConnect(abortRequest) {
        // The deadline passed while the request waited for a connection. It was reported as not sent, so do not send
        // it.
        if (settled) return abortRequest(new Error("deadline"));
        abort = abortRequest;
      },
      onHeaders(code, raw) {
        if (code < 200) return true;
        status = code;
        for (let at = 0; at + 1 < raw.length; at += 2) {
          headers.set(raw[at]!.toString("latin1").toLowerCase(), raw[at + 1]!.toString("latin1"));
        }
        return true;
      },
      onData(chunk) {
        size += chunk.length;
        if (size > MAX_ANSWER_BYTES) giveUp("too-large");
        else chunks.push(chunk);
        return true;
      },
      onComplete: () => settle({ kind: "answered", status, headers, body: Buffer.concat(chunks) }),
      onError: (error) => fail(causeOf(error)),
    };

    try {
      // undici accepts async iterables, but its types do not say so.
      const body = request.body as Dispatcher.DispatchOptions["body"];
      dispatcher.dispatch({ ...request, body, idempotent: false }, handler);
    } catch (error) {
      fail(causeOf(error));
    }
  });
}

/** A short name of the error, without addresses or headers. */
function causeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  return error instanceof Error ? error.name : "error";
}
