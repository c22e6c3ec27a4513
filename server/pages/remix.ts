import { createRequestHandler } from "@remix-run/express";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import express, { type Request, type RequestHandler, type Router } from "express";
import type { Services } from "../services";
import { gatherAnswer } from "./gather";
import { branchesOf, onlyRoutes } from "./branch";
import { contextFor } from "./request-context";
import { pagesOf } from "./safe-redirect";

/** Request headers that pages must not see: secrets, and those that only concern the connection. */
const HIDDEN =
  /^(cookie|authorization|connection|keep-alive|transfer-encoding|expect|upgrade|te|forwarded|x-forwarded-.*)$/;

/**
 * Mounts the Remix pages in Express. Earlier middleware has read and checked the posted form and put it back. Pages see
 * the public origin whatever Host the browser sent; `gatherAnswer` adds cookies and compression to their responses.
 */
export function remixHandler(services: Services): Router {
  const { config, build } = services;
  let cached: { build: ServerBuild; pages: RegExp[] } | null = null;
  const pages = async () => {
    const current = typeof build === "function" ? await build() : build;
    if (cached?.build !== current) cached = { build: current, pages: pagesOf(current) };
    return cached.pages;
  };
  const handlerOf = (routes: ServerBuild | (() => Promise<ServerBuild>)) =>
    createRequestHandler({
      build: routes,
      mode: "production",
      getLoadContext: async (request, response) =>
        contextFor(services, request, response, await pages()) as AppLoadContext,
    });
  const handle = typeof build === "function" ? handlerOf(async () => caseSensitive(await build())) : byPath(build);
  /**
   * Remix compares each request with all routes three times, which was a fifth of the work for a page: most pages have
   * a handler that knows only their own.
   */
  function byPath(build: ServerBuild): RequestHandler {
    const all = caseSensitive(build);
    const branches = branchesOf(all.routes);
    const handlers = new Map([...branches].map(([path, ids]) => [path, handlerOf(onlyRoutes(all, ids))]));
    const others = handlerOf(all);
    // The address as Remix reads it: an upload is answered with another page.
    const handlerFor = ({ originalUrl }: Request) => handlers.get(originalUrl.split("?", 1)[0]!) ?? others;
    return (...step) => void handlerFor(step[0])(...step);
  }
  const router = express.Router();
  // `handle` passes its errors to `next` itself.
  router.use(gatherAnswer, pinOrigin(config.publicOrigin), (...step) => void handle(...step));
  return router;
}

/** The router ignores case by default: `/User/home` would be the member area to it and not to the guard. */
const caseSensitive = (build: ServerBuild): ServerBuild => ({
  ...build,
  routes: Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [id, route && { ...route, caseSensitive: true }]),
  ),
});

/** Makes requests look as if sent to the public origin, and removes the `HIDDEN` headers. */
function pinOrigin(origin: string): RequestHandler {
  const { host, protocol } = new URL(origin);
  const scheme = { value: protocol.slice(0, -1), configurable: true };
  return (request, _, next) => {
    for (const name of Object.keys(request.headers)) if (HIDDEN.test(name)) delete request.headers[name];
    request.headers.host = host;
    // The form gate has accepted it; Remix compares it with Host again.
    if (request.headers.origin !== undefined) request.headers.origin = origin;
    Object.defineProperty(request, "protocol", scheme);
    next();
  };
}
