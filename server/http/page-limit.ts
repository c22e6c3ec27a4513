import type { RequestHandler } from "express";
import { setTimeout as wait } from "node:timers/promises";
import { asyncHandler } from "./async-handler";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";
import type { Limits } from "./rate-limit";

/**
 * A client that floods us sends its next request only after the answer, so a refusal is held for `holdMs` milliseconds. While
 * `maxHeld` are held, further ones get no answer: their connection is closed.
 */
const HOLD = { holdMs: 1000, maxHeld: 200 };

/** Refuses pages beyond the limits of an address with 429. */
export function limitPages(limits: Pick<Limits, "page">, { holdMs, maxHeld } = HOLD): RequestHandler {
  let held = 0;
  return asyncHandler(async (request, response, next) => {
    const seconds = await limits.page(localsOf(response).address);
    if (seconds === null) return next();
    if (held >= maxHeld) return void request.destroy();
    held += 1;
    await wait(holdMs);
    held -= 1;
    sendPage(response, { status: 429, page: "busy", retryAfterSeconds: seconds });
  });
}
