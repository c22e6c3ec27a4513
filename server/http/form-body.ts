import type { Request, RequestHandler } from "express";
import { asyncHandler } from "./async-handler";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";

const MAX_BYTES = 8 * 1024;
/** A text to support: what is too long for it comes back with its count, and a Thai letter takes 9 bytes in a form. */
const MAX_TEXT_BYTES = 128 * 1024;
/** Where such a text is posted to; other questions have buttons of its form, too. */
const HAS_TEXT = /^(\/user)?\/chat(\/messages|\/link)?$|^\/language$/;
const MAX_FIELDS = 40;
/** Time allowed for the whole body, in milliseconds. */
const MAX_MS = 20_000;
const FORM = "application/x-www-form-urlencoded";

/**
 * Reads a posted form into `locals.fields` and puts it back for Remix. A form may have 8 KB (a text to
 * support 128 KB) and 40 fields, none of them twice; otherwise the answer is 400, 411, 413 or 415. Uploads never get
 * here; see `server/slips`.
 */
export const formBody: RequestHandler = asyncHandler(async (request, response, next) => {
  const locals = localsOf(response);
  locals.fields = new Map();
  if (request.method !== "POST") return next();
  const { "content-type": type = "", "content-length": length, "content-encoding": encoding } = request.headers;
  const isForm = type.split(";", 1)[0]!.trim().toLowerCase() === FORM;
  if (encoding !== undefined || !(isForm || (type === "" && length === "0"))) {
    return sendPage(response, { status: 415, page: "bad" });
  }
  // A body can only be put back before the stream ends, and only its length tells when it is complete.
  if (length === undefined) return sendPage(response, { status: 411, page: "bad" });
  const limit = HAS_TEXT.test(locals.path) ? MAX_TEXT_BYTES : MAX_BYTES;
  if (Number(length) > limit) return sendPage(response, { status: 413, page: "large" });

  const timer = setTimeout(() => request.destroy(), MAX_MS);
  const body = await peekBody(request, Number(length)).finally(() => clearTimeout(timer));
  const fields = [...new URLSearchParams(body.toString("utf8"))];
  locals.fields = new Map(fields);
  if (fields.length > MAX_FIELDS || locals.fields.size !== fields.length) {
    return sendPage(response, { status: 400, page: "bad" });
  }
  next();
});

/**
 * Reads the whole body and puts it back into the stream.
 * @throws BrowserLeft when the connection closes before the body is complete
 */
function peekBody(request: Request, length: number): Promise<Buffer> {
  if (length === 0) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      request.off("readable", read);
      request.off("close", leave);
      request.off("error", leave);
    };
    const leave = () => {
      stop();
      reject(new BrowserLeft());
    };
    const read = () => {
      for (let chunk = request.read() as Buffer | null; chunk; chunk = request.read() as Buffer | null) {
        chunks.push(chunk);
        size += chunk.length;
        if (size < length) continue;
        const body = Buffer.concat(chunks);
        stop();
        // In the same tick as the last read: after `end` the stream accepts no `unshift`.
        request.unshift(body);
        return resolve(body);
      }
    };
    request.on("readable", read).on("close", leave).on("error", leave);
  });
}

/** The client disconnected before the whole form arrived, so no answer is sent. */
export class BrowserLeft extends Error {}
