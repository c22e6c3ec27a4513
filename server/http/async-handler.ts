import type { NextFunction, Request, RequestHandler, Response } from "express";

/** Wraps an async Express handler: a rejection goes to the error handler. */
export const asyncHandler =
  (work: (request: Request, response: Response, next: NextFunction) => Promise<void>): RequestHandler =>
  (request, response, next) =>
    void work(request, response, next).catch(next);
