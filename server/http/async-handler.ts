import type { NextFunction, Request, RequestHandler, Response } from "express";

/** A step that may wait; what it throws goes to the last resort instead of nowhere. */
export const step =
  (work: (request: Request, response: Response, next: NextFunction) => Promise<void>): RequestHandler =>
  (request, response, next) =>
    void work(request, response, next).catch(next);
