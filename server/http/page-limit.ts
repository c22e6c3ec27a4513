import type { RequestHandler } from "express";
import { setTimeout as wait } from "node:timers/promises";
import { asyncHandler } from "./async-handler";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";
import type { Limits } from "./rate-limit";

/**
 * A client that floods us sends its next request only after the answer, so a refusal is held for `refusalMs` milliseconds.
 * While `maxHeld` requests are held, further ones get no answer: their connection is closed.
 */
const HOLD = { refusalMs: 1000, maxHeld: 200 };

/** Slows an address that opens many pages at once, and answers 429 beyond its limit (docs/decisions/floods-wait.md). */
export function limitPages(limits: Pick<Limits, "page" | "pace">, { refusalMs, maxHeld } = HOLD): RequestHandler {
  let held = 0;
  return asyncHandler(async (request, response, next) => {
    const { address } = localsOf(response);
    const seconds = await limits.page(address);
    let pause = seconds === null ? await limits.pace("page", address) : refusalMs;
    while (pause > 0) {
      if (held >= maxHeld) return void request.destroy();
      held += 1;
      await wait(pause);
      held -= 1;
      pause = seconds === null ? await limits.pace("page", address) : 0;
    }
    if (seconds === null) return next();
    sendPage(response, { status: 429, page: "busy", retryAfterSeconds: seconds });
  });
}
