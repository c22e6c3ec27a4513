import type { RequestHandler } from "express";
import { isMemberPath } from "./guard";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";

const RETRY_SECONDS = 5;

/**
 * Closes the member area to a session that may have been signed out: the list of revoked sessions cannot be read. Other
 * pages treat the browser as a guest's. The cookie is kept, so the member is still signed in when the list is back.
 */
export const refuseUnchecked: RequestHandler = (_, response, next) => {
  const { browser, path } = localsOf(response);
  if (!browser.unchecked || !isMemberPath(path)) return next();
  sendPage(response, { status: 503, page: "unchecked", back: path, retryAfterSeconds: RETRY_SECONDS });
};
