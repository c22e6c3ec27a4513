import type { RequestHandler } from "express";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Answers 403 to requests for another host name than those of the machine itself and `names`: a page of another site
 * could reach the sandbox by a name of its own that leads here (DNS rebinding).
 */
export function knownHost(names: readonly string[] = []): RequestHandler {
  const known = [...LOOPBACK, ...names];
  return (request, response, next) => {
    const host = (request.get("host") ?? "").replace(/:\d{1,5}$/, "");
    if (known.includes(host)) return next();
    response.status(403).type("text").end("The sandbox does not answer to this host name.");
  };
}
