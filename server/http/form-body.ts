import express, { type RequestHandler } from "express";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";

const MAX_BYTES = 8 * 1024;
const MAX_FIELDS = 40;
/** A form of this size that takes longer is not coming. */
const MAX_MS = 20_000;
const FORM = "application/x-www-form-urlencoded";

/**
 * Reads a posted form before anything acts on it: 8 KB, 40 fields, each once. Uploads have a way of their own.
 * @returns steps that answer 400, 413 or 415 themselves
 */
export function formBody(): RequestHandler[] {
  const check: RequestHandler = (request, response, next) => {
    if (request.method !== "POST") return next();
    const type = (request.headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase();
    const empty = request.headers["content-length"] === "0" && type === "";
    if ((type !== FORM && !empty) || request.headers["content-encoding"] !== undefined) {
      return sendPage(response, { status: 415, page: "bad" });
    }
    const timer = setTimeout(() => request.destroy(), MAX_MS);
    request.once("close", () => clearTimeout(timer));
    next();
  };
  const read = express.raw({ type: () => true, limit: MAX_BYTES, inflate: false });
  const parse: RequestHandler = (request, response, next) => {
    const locals = localsOf(response);
    locals.fields = new Map();
    locals.body = null;
    if (request.method !== "POST") return next();
    locals.body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const fields = [...new URLSearchParams(locals.body.toString("utf8"))];
    locals.fields = new Map(fields);
    if (fields.length > MAX_FIELDS || locals.fields.size !== fields.length)
      return sendPage(response, { status: 400, page: "bad" });
    next();
  };
  return [check, read, parse];
}
