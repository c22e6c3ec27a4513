import type { RequestHandler } from "express";
import type { Log, ProcessLog } from "../log";
import { newReference } from "../operations/reference";

/** What the log of a request knows about it, in `response.locals`. */
export interface LoggedRequest {
  requestId: string;
  log: Log;
  /** A probe of a load balancer: the line of the request is left out. */
  isProbe?: boolean;
}

/**
 * Gives each request a reference, and logs one line when it ends. It is an error only if nothing else has said why the
 * app failed. The query is not logged: it may contain codes.
 */
export function requestLog(log: ProcessLog): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const id = newReference();
    const own = log.child({ requestId: id });
    let explained = false;
    const locals = response.locals as LoggedRequest;
    locals.requestId = id;
    locals.log = {
      info: (facts, message) => own.info(facts, message),
      warn: (facts, message) => own.warn(facts, message),
      error: (facts, message) => {
        explained = true;
        own.error(facts, message);
      },
    };
    response.setHeader("X-Request-Id", id);
    response.on("close", () => {
      if (locals.isProbe) return;
      const facts = {
        requestId: id,
        method: request.method,
        path: request.originalUrl.split("?", 1)[0]!.slice(0, 200),
        status: response.statusCode,
        ms: Math.round(performance.now() - started),
        ...(response.writableFinished ? {} : { left: true }),
      };
      // 503 is an answer that pages choose, while a store or the operator is away, or the app stops.
      const unexplained = response.statusCode >= 500 && response.statusCode !== 503 && !explained;
      if (unexplained) log.error(facts, "request");
      else log.info(facts, "request");
    });
    next();
  };
}
