import type { Response } from "express";
import { gzipSync } from "node:zlib";
import { Refusal } from "../refusal";

/** An answer of the sandbox before a fault changes it. */
export interface WireAnswer {
  status: number;
  /** JSON text. */
  text: string;
  retryAfter?: number;
}

export interface Kind {
  /** Whether the call is executed nevertheless; `Fault.executed` overrides it. */
  executed: boolean;
  help: string;
  /** Answers, or does not. `real` is the answer of the call, or SUCCESS if it was not executed. */
  send(response: Response, real: WireAnswer, fault: Fault): void;
}

export interface Fault {
  /** The operationId; its beginning with a `*`, such as `withdraw*`; or `any`. */
  call: string;
  kind: FaultKind;
  /** How many calls it affects; 0: until it is cleared. */
  times: number;
  /** Milliseconds to wait before the call is executed, or not answered. */
  delayMs: number;
  /** Only calls of this member, by the token or the phone number in the body. */
  phone?: string;
  /** For the kind `status`. */
  status?: number;
  /** For the kinds `status` and `refuse`. */
  code?: string;
  /** Whether the call is executed, instead of the kind's default. */
  executed?: boolean;
}

const BOMB_BYTES = 100 * 1024 * 1024;

const json = (response: Response, status: number, text: string, headers: Record<string, string> = {}) =>
  void response
    .status(status)
    .set({ "Content-Type": "application/json; charset=utf-8", ...headers })
    .end(text);

const code = (message: string) => JSON.stringify({ message });

const html = (response: Response, status: number, title: string) =>
  void response
    .status(status)
    .type("html")
    .end(`<html><head><title>${title}</title></head><body><h1>${title}</h1><hr>gateway</body></html>`);

/** Sends a body that is shorter than its Content-Length, then closes the connection. */
function cut(response: Response, { status }: WireAnswer, sent: string, announced: number): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", "Content-Length": announced });
  response.write(sent, () => setImmediate(() => response.socket?.destroy()));
}

/** Sends 100 MB of spaces before the answer, as fast as the client reads. */
function flood(response: Response, { status, text }: WireAnswer): void {
  const spaces = Buffer.alloc(64 * 1024, " ");
  let left = BOMB_BYTES;
  response.status(status).type("json");
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= spaces.length;
      if (!response.write(spaces)) return void response.once("drain", more);
    }
    response.end(text);
  };
  more();
}

function trickle(response: Response, { status, text }: WireAnswer): void {
  response.status(status).type("json");
  response.flushHeaders();
  let at = 0;
  const timer = setInterval(() => {
    response.write(text.charAt(at));
    at += 1;
    if (at >= text.length) response.end();
  }, 1000);
  response.once("close", () => clearInterval(timer));
}

const reset = (response: Response) => void response.socket?.resetAndDestroy();
const nothing = () => undefined;
const pass = (response: Response, { status, text, retryAfter }: WireAnswer) =>
  json(response, status, text, retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) });

/** All ways a call can fail. If it is not executed, the ledger stays unchanged. */
export const faultKinds = {
  slow: { executed: true, help: "answers after the delay", send: pass },
  refuse: {
    executed: false,
    help: "refused with `code` and the status of that code",
    send: (response, _, fault) =>
      json(
        response,
        new Refusal(fault.code ?? "INTERNAL_SERVER_ERROR").status(fault.call),
        code(fault.code ?? "INTERNAL_SERVER_ERROR"),
      ),
  },
  status: {
    executed: false,
    help: "`status` with `code` as message",
    send: (response, _, fault) => json(response, fault.status ?? 500, code(fault.code ?? "INTERNAL_SERVER_ERROR")),
  },
  "reset-before-read": { executed: false, help: "connection reset before the body is read", send: reset },
  reset: { executed: false, help: "connection reset after the request is read, not executed", send: reset },
  "drop-after-commit": { executed: true, help: "executed, connection reset before the headers", send: reset },
  "drop-mid-body": {
    executed: true,
    help: "executed, connection closed in the middle of the body",
    send: (response, real) =>
      cut(response, real, real.text.slice(0, Math.ceil(real.text.length / 2)), Buffer.byteLength(real.text)),
  },
  hang: { executed: false, help: "never answers, not executed", send: nothing },
  "hang-after-commit": { executed: true, help: "executed, never answers", send: nothing },
  "hang-then-commit": { executed: true, help: "executed after the delay, never answers", send: nothing },
  error: {
    executed: false,
    help: "500 INTERNAL_SERVER_ERROR before execution",
    send: (response) => json(response, 500, code("INTERNAL_SERVER_ERROR")),
  },
  "error-after-commit": {
    executed: true,
    help: "executed, then 500 INTERNAL_SERVER_ERROR",
    send: (response) => json(response, 500, code("INTERNAL_SERVER_ERROR")),
  },
  "html-502": {
    executed: true,
    help: "executed, 502 with a page of HTML",
    send: (response) => html(response, 502, "502 Bad Gateway"),
  },
  "unavailable-503": {
    executed: false,
    help: "503 with a page of HTML, not executed",
    send: (response) => html(response, 503, "503 Service Unavailable"),
  },
  "timeout-504": {
    executed: true,
    help: "executed, 504 with a page of HTML",
    send: (response) => html(response, 504, "504 Gateway Timeout"),
  },
  empty: { executed: true, help: "executed, 200 with an empty body", send: (response) => json(response, 200, "") },
  truncated: {
    executed: true,
    help: "executed, 200 with half a JSON text",
    send: (response, { text }) => json(response, 200, text.slice(0, -Math.ceil(text.length / 2))),
  },
  html: {
    executed: true,
    help: "executed, 200 with a page of HTML",
    send: (response) => html(response, 200, "Welcome"),
  },
  "wrong-type": {
    executed: true,
    help: "executed, the answer with an image's content type",
    send: (response, { status, text }) => json(response, status, text, { "Content-Type": "image/png" }),
  },
  "wrong-schema": {
    executed: true,
    help: "executed, 200 with other JSON",
    send: (response) => json(response, 200, '{"result":[17]}'),
  },
  "duplicate-keys": {
    executed: true,
    help: "executed, JSON with a duplicate key `message`",
    send: (response, { status }) => json(response, status, '{"message":"SUCCESS","message":"FAILED"}'),
  },
  proto: {
    executed: true,
    help: "executed, JSON with `__proto__`",
    send: (response) => json(response, 200, '{"__proto__":{"message":"SUCCESS"},"constructor":{"message":"SUCCESS"}}'),
  },
  huge: { executed: true, help: "executed, an answer of 100 MB", send: flood },
  "gzip-bomb": {
    executed: true,
    help: "executed, a small gzip that unpacks to 100 MB",
    send: (response) =>
      void response
        .status(200)
        .set({ "Content-Type": "application/json", "Content-Encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(BOMB_BYTES, " "), { level: 1 })),
  },
  trickle: { executed: true, help: "executed, the answer at one byte a second", send: trickle },
  redirect: {
    executed: false,
    help: "302 to another address, not executed",
    send: (response) => void response.status(302).set("Location", "/desk/moved").end(),
  },
  unauthorized: {
    executed: false,
    help: "401 UNAUTHORIZED, not executed",
    send: (response) => json(response, 401, code("UNAUTHORIZED")),
  },
  limit: {
    executed: false,
    help: "429 REQUEST_LIMIT_1MIN, not executed",
    send: (response) => json(response, 429, code("REQUEST_LIMIT_1MIN"), { "Retry-After": "60" }),
  },
  "wrong-length": {
    executed: true,
    help: "executed, a Content-Length larger than the body",
    send: (response, real) => cut(response, real, real.text, Buffer.byteLength(real.text) + 100),
  },
} satisfies Record<string, Kind>;

export type FaultKind = keyof typeof faultKinds;
