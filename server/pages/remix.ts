import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import express, { type RequestHandler, type Router } from "express";
import type { Services } from "../services";
import { gatherAnswer } from "./gather";
import { contextFor } from "./request-context";
import { pagesOf } from "./safe-redirect";

/** Headers of the browser that pages need not see: secrets, and what concerns the connection only. */
const HIDDEN =
  /^(cookie|authorization|connection|keep-alive|transfer-encoding|expect|upgrade|te|forwarded|x-forwarded-.*)$/;

/**
 * The way from Express to the pages. The posted form has been read, checked and put back. Pages see the site's own origin,
 * whatever the browser sent; their answer is gathered, and goes out with cookies and compression.
 */
export function remixHandler(services: Services): Router {
  const { config, build } = services;
  let known: { build: ServerBuild; pages: RegExp[] } | null = null;
  const pages = async () => {
    const current = typeof build === "function" ? await build() : build;
    if (known?.build !== current) known = { build: current, pages: pagesOf(current) };
    return known.pages;
  };
  const handle = createRequestHandler({
    build,
    mode: "production",
    getLoadContext: async (request, response) =>
      contextFor(services, request, response, await pages()) as AppLoadContext,
  });
  const router = express.Router();
  // It hands its own failures to `next`.
  router.use(gatherAnswer, pinOrigin(config.publicOrigin), (...step) => void handle(...step));
  return router;
}

/** Makes the address that pages see the site's own, and takes off the headers that are none of their business. */
function pinOrigin(origin: string): RequestHandler {
  const { host, protocol } = new URL(origin);
  const scheme = { value: protocol.slice(0, -1), configurable: true };
  return (request, _, next) => {
    for (const name of Object.keys(request.headers)) if (HIDDEN.test(name)) delete request.headers[name];
    request.headers.host = host;
    Object.defineProperty(request, "protocol", scheme);
    next();
  };
}
