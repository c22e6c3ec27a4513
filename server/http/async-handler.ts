import type { NextFunction, Request, RequestHandler, Response } from "express";

/** An Express handler that may await: what it throws goes to the error handler. */
export const asyncHandler =
  (work: (request: Request, response: Response, next: NextFunction) => Promise<void>): RequestHandler =>
  (request, response, next) =>
    void work(request, response, next).catch(next);
