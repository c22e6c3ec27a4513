import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestHandler, Response } from "express";
import type { ProcessLog } from "../log";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";

const current = new AsyncLocalStorage<Response>();

/** Runs the rest of a request so that `catchStrays` knows which request a failure belongs to. */
export const ownFailures: RequestHandler = (request, response, next) => {
  // Their events start in the connection, outside of what `run` covers.
  for (const emitter of [request, response]) {
    const emit = emitter.emit.bind(emitter) as (...event: unknown[]) => boolean;
    emitter.emit = (...event: unknown[]) => current.run(response, () => emit(...event));
  }
  current.run(response, next);
};

/**
 * Handles failures that no code caught. Each is logged once. One that began in a request gets a page and leaves the
 * process running, like a promise that nobody awaited; any other exception may have left the process in an unknown
 * state, so `broken` is called.
 */
export function catchStrays(log: ProcessLog, broken: () => void): void {
  const answer = (response: Response, error: unknown) => {
    localsOf(response).log.error({ err: error }, "request failed outside its handler");
    // What reads the connection's next request may have been interrupted.
    if (!response.headersSent) sendPage(response.set("Connection", "close"), { status: 500, page: "failed" });
    else response.destroy();
  };
  process.on("unhandledRejection", (error) => {
    const response = current.getStore();
    // The handler of the request still runs, and answers.
    if (response) localsOf(response).log.error({ err: error }, "unhandled rejection");
    else log.error({ err: error }, "unhandled rejection");
  });
  process.on("uncaughtException", (error) => {
    const response = current.getStore();
    if (response) return answer(response, error);
    log.fatal({ err: error }, "unexpected failure");
    broken();
  });
}
