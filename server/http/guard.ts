import type { Request } from "express";
import { harmless } from "../session/draft";
import { isDocument } from "./is-document";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";
import { asyncHandler } from "./async-handler";

/** As the router reads it: decoded, any case. Null when it cannot be decoded or names no path of ours. */
export function routerPath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return /[\\\0]|\/\//.test(decoded) ? null : decoded.toLowerCase();
  } catch {
    return null;
  }
}

const isMemberPath = (path: string) => /^\/user(\/|$)/.test(path);
const isGuestShell = (path: string) => /^\/(login|register)(\/|$)/.test(path);

/** A browser that only looks ahead; the member has not come here. */
const isPrefetch = ({ headers }: Request) =>
  [headers.purpose, headers["sec-purpose"], headers["x-moz"]].some((value) =>
    /prefetch|prerender|preview/.test(String(value ?? "")),
  );

/**
 * Turns guests away from the member area: to the login page, which knows the way back. What they had typed waits for
 * ten minutes at the form; it is never sent again by itself.
 */
export const requireMember = asyncHandler(async (request, response, next) => {
  const { browser, fields } = localsOf(response);
  const path = routerPath(request.path);
  if (path === null) return sendPage(response, { status: 404, page: "missing" });
  if (!isMemberPath(path) || browser.session) return next();
  const typed = request.method === "POST" ? harmless(fields) : {};
  // Without any word about where a form comes from, nothing of it is believed.
  const known = request.headers.origin ?? request.headers.referer;
  if (known && Object.keys(typed).length > 0) browser.keepDraft(request.path, typed);
  for (const cookie of await browser.save()) response.append("Set-Cookie", cookie);
  response.redirect(303, `/login?nextUrl=${encodeURIComponent(request.originalUrl)}`);
});

/** Who opens the login or registration page while signed in is signed out: the specification's guest shell. */
export const leaveAtGuestShell = asyncHandler(async (request, response, next) => {
  const { browser } = localsOf(response);
  const path = routerPath(request.path) ?? "";
  const opened = request.method === "GET" && isDocument(request) && !isPrefetch(request);
  if (opened && browser.session && isGuestShell(path)) await browser.signOut({ keepDraft: true });
  next();
});
