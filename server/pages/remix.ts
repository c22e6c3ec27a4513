import { createRequestHandler, type AppLoadContext, type ServerBuild } from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import { compress } from "./compress";
import { isDocument } from "../http/is-document";
import { localsOf } from "../http/locals";
import { pagesOf } from "./safe-redirect";
import { sendPage, type PlainPage } from "../http/plain-page";
import { contextFor } from "./request-context";
import type { Services } from "../services";
import { asyncHandler } from "../http/async-handler";

/** Of the browser's headers, what pages need not see: secrets, and what only concerns the connection. */
const HIDDEN =
  /^(cookie|authorization|host|connection|keep-alive|transfer-encoding|content-length|expect|upgrade|te|forwarded|x-forwarded-.*)$/;

/** An own path: not `//host`, `/\host`, another scheme, or anything that breaks a header. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

/**
 * The way between Express and Remix. The posted form has been read and checked; its request's signal never aborts,
 * because a browser that leaves must not take an operation with it. The page comes back as one string, is compressed
 * in one go, and gets the cookies that the request earned, whatever its status.
 */
export function remixHandler(services: Services): RequestHandler {
  const { config, build } = services;
  const handle = createRequestHandler(build, "production");
  let known: { build: ServerBuild; pages: RegExp[] } | null = null;
  const pages = async () => {
    const current = typeof build === "function" ? await build() : build;
    if (known?.build !== current) known = { build: current, pages: pagesOf(current) };
    return known.pages;
  };
  return asyncHandler(async (request, response) => {
    const context = contextFor(services, request, response, await pages()) as AppLoadContext;
    const answer = await handle(remixRequest(request, response, config.publicOrigin), context);
    await send(answer, request, response);
  });
}

function remixRequest(request: ExpressRequest, response: ExpressResponse, origin: string): Request {
  const headers = new Headers({ host: new URL(origin).host });
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !HIDDEN.test(name)) headers.set(name, value);
  }
  const body = request.method === "POST" ? localsOf(response).body : null;
  return new Request(origin + request.originalUrl, {
    method: request.method,
    headers,
    body: body && new Uint8Array(body),
  });
}

async function send(answer: Response, request: ExpressRequest, response: ExpressResponse): Promise<void> {
  const { browser, log } = localsOf(response);
  for (const cookie of [...answer.headers.getSetCookie(), ...(await browser.save())])
    response.append("Set-Cookie", cookie);
  if (browser.clearSite) response.setHeader("Clear-Site-Data", '"cache", "storage"');

  const location = answer.headers.get("location");
  if (location !== null && !OWN_PATH.test(location)) {
    log.error({ path: request.path }, "a redirect to elsewhere was stopped");
    return sendPage(response, { status: 500, page: "failed" });
  }
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status >= 400 && !type.startsWith("text/html") && isDocument(request)) {
    return sendPage(response, { status: answer.status, page: plainPageOf(answer.status) });
  }
  response.status(answer.status);
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value);
  await sendBody(Buffer.from(await answer.arrayBuffer()), type, request, response);
}

async function sendBody(body: Buffer, type: string, request: ExpressRequest, response: ExpressResponse): Promise<void> {
  response.vary("Accept-Encoding");
  if (request.method === "HEAD" || body.length === 0) {
    response.end();
    return;
  }
  const packed = COMPRESSIBLE.test(type) ? await compress(body, request.headers["accept-encoding"]) : null;
  if (packed) response.setHeader("Content-Encoding", packed.encoding);
  response.setHeader("Content-Length", String((packed ?? { body }).body.length));
  response.end((packed ?? { body }).body);
}

const plainPageOf = (status: number): PlainPage =>
  status === 404 ? "missing" : status === 405 ? "method" : status < 500 ? "bad" : "failed";
