import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler, Response } from "express";
import type { Meters } from "./meters";
import { routeNames } from "../http/route-names";

/** The routes of uploads, and what is uploaded there. */
const UPLOADS: Record<string, string> = {
  "/user/slips/upload": "slip",
  "/chat/file": "chat",
  "/user/chat/file": "chat",
};

/** What became of an upload. The operation of a slip has an outcome of its own. */
const OUTCOMES: Record<number, string> = {
  201: "received",
  303: "received",
  409: "stale",
  413: "too-large",
  422: "refused",
  429: "limited",
  503: "busy",
};

const METHODS = new Set(["GET", "HEAD", "POST"]);

/** Counts and times every request at the end of its answer. @param build as in `Services` */
export function countRequests(
  { requests, requestSeconds, uploads }: Meters,
  build: ServerBuild | (() => Promise<ServerBuild>),
): RequestHandler {
  let nameOf = typeof build === "function" ? null : routeNames(build);
  if (typeof build === "function") void build().then((made) => (nameOf = routeNames(made)));

  return (request, response, next) => {
    const started = performance.now();
    const path = request.originalUrl.split("?", 1)[0]!;
    const method = METHODS.has(request.method) ? request.method : "other";
    response.on("close", () => {
      const route = nameOf?.(path) ?? "other";
      requests.inc({ route, method, status: statusOf(response) });
      requestSeconds.observe({ route, method }, (performance.now() - started) / 1000);
      const kind = method === "POST" ? UPLOADS[route] : undefined;
      if (kind) uploads.inc({ kind, outcome: outcomeOf(response) });
    });
    next();
  };
}

/** `left`: the browser did not wait for the answer. */
const statusOf = (response: Response) => (response.writableFinished ? String(response.statusCode) : "left");

const outcomeOf = (response: Response) =>
  response.writableFinished ? (OUTCOMES[response.statusCode] ?? "failed") : "left";
