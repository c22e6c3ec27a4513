import type { Dispatcher } from "undici";

/** The largest answer we read; more is treated as no answer. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

export interface HttpRequest {
  origin: string;
  path: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  headers: Record<string, string>;
  /** Bytes that come in pieces are read only once there is a connection, and as fast as it takes them. */
  body: string | AsyncIterable<Uint8Array> | null;
  /** Closes the connection after this request, so that a write never rides on a used one. */
  reset: boolean;
}

/** What happened on the wire, before anything is made of it. */
export type Exchange =
  | { kind: "answered"; status: number; headers: Map<string, string>; body: Buffer }
  /** No byte of the request was written. */
  | { kind: "not-sent"; cause: string }
  /** The request, or a part of it, was written and no whole answer came back. */
  | { kind: "broken"; cause: string };

/**
 * Sends one request, once. Never rejects, follows no redirect, repeats nothing.
 * @param deadlineMs milliseconds until the whole answer must be here: an overall deadline, a trickle of bytes does not extend it
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
    /** undici calls `onConnect` right before it writes: what fails earlier was never sent. */
    const fail = (cause: string) => settle({ kind: abort ? "broken" : "not-sent", cause });
    const giveUp = (cause: string) => {
      fail(cause);
      abort?.(new Error(cause));
    };
    const timer = setTimeout(() => giveUp("deadline"), deadlineMs);

    const handler: Dispatcher.DispatchHandlers = {
      onConnect(abortRequest) {
        // A request that waited for a connection beyond its deadline was reported as not sent: now it must not be.
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
      // undici takes what can be iterated, its types do not know it.
      const body = request.body as Dispatcher.DispatchOptions["body"];
      dispatcher.dispatch({ ...request, body, idempotent: false }, handler);
    } catch (error) {
      fail(causeOf(error));
    }
  });
}

/** A short name of the fault that holds no address and no header. */
function causeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  return error instanceof Error ? error.name : "error";
}
