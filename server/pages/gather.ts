import type { Request, RequestHandler, Response } from "express";
import { isDocument } from "../http/is-document";
import { localsOf } from "../http/locals";
import { sendPage, type PlainPage } from "../http/plain-page";
import { compress } from "./compress";

/** A path on this site: not `//host`, `/\host`, another scheme, or anything that breaks a header. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

/**
 * Buffers the whole response of a page. Then it blocks redirects to other sites, gives errors without a page a plain
 * page, adds the cookies (whatever the status) and compresses the body.
 */
export const gatherAnswer: RequestHandler = (request, response, next) => {
  const chunks: Buffer[] = [];
  const { write, end } = response;
  const collect = (chunk: unknown, encoding?: unknown) => {
    if (typeof chunk === "string") chunks.push(Buffer.from(chunk, encoding as BufferEncoding | undefined));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const callbackIn = (...parts: unknown[]) => parts.find((part): part is () => void => typeof part === "function");
  const release = () => Object.assign(response, { write, end });

  response.write = ((chunk: unknown, encoding?: unknown, callback?: unknown) => {
    collect(chunk, encoding);
    const done = callbackIn(encoding, callback);
    if (done) process.nextTick(done);
    return true;
  }) as typeof write;
  response.end = ((chunk?: unknown, encoding?: unknown, callback?: unknown) => {
    collect(chunk, encoding);
    release();
    const done = callbackIn(chunk, encoding, callback);
    finish(Buffer.concat(chunks), request, response).then(done, next);
    return response;
  }) as typeof end;
  next();
};

async function finish(body: Buffer, request: Request, response: Response): Promise<void> {
  const { browser, log } = localsOf(response);
  for (const cookie of await browser.save()) response.append("Set-Cookie", cookie);
  if (browser.clearsSite !== null) response.setHeader("Clear-Site-Data", browser.clearsSite);
  keepLastValues(response);

  const location = response.getHeader("location");
  if (location !== undefined && !OWN_PATH.test(String(location))) {
    log.error({ path: request.path }, "redirect to another site blocked");
    response.removeHeader("location");
    return sendPage(response, { status: 500, page: "failed" });
  }
  const type = String(response.getHeader("content-type") ?? "");
  const { statusCode } = response;
  if (statusCode >= 400 && !type.startsWith("text/html") && isDocument(request)) {
    return sendPage(response, { status: statusCode, page: plainPageOf(statusCode) });
  }
  await send(body, type, request, response);
}

/** Remix appends a page's headers to ours, but they should replace them. */
function keepLastValues(response: Response): void {
  for (const [name, value] of Object.entries(response.getHeaders())) {
    if (Array.isArray(value) && name !== "set-cookie") response.setHeader(name, value.at(-1)!);
  }
}

async function send(body: Buffer, type: string, request: Request, response: Response): Promise<void> {
  response.vary("Accept-Encoding");
  if (request.method === "HEAD" || body.length === 0) return void response.end();
  const packed = COMPRESSIBLE.test(type) ? await compress(body, request.headers["accept-encoding"]) : null;
  if (packed) response.setHeader("Content-Encoding", packed.encoding);
  response.setHeader("Content-Length", String((packed ?? { body }).body.length));
  response.end((packed ?? { body }).body);
}

const plainPageOf = (status: number): PlainPage =>
  status === 404 ? "missing" : status === 405 ? "method" : status < 500 ? "bad" : "failed";
