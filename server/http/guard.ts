import type { Request } from "express";
import { harmless } from "../session/draft";
import { isDocument } from "./is-document";
import { localsOf } from "./locals";
import { asyncHandler } from "./async-handler";

/** Whether a canonical path is in the member area. */
export const isMemberPath = (path: string) => /^\/user(\/|$)/.test(path);
const isGuestShell = (path: string) => /^\/(login|register)(\/|$)/.test(path);

/** The browser only fetches ahead; the member has not opened the page. */
const isPrefetch = ({ headers }: Request) =>
  [headers.purpose, headers["sec-purpose"], headers["x-moz"]].some((value) =>
    /prefetch|prerender|preview/.test(String(value ?? "")),
  );

/**
 * Redirects guests in the member area to /login with `nextUrl`. The fields of a posted form are kept as a draft for ten
 * minutes and fill the form again after login; they are never resubmitted automatically.
 */
export const requireMember = asyncHandler(async (request, response, next) => {
  const { browser, fields, path } = localsOf(response);
  if (!isMemberPath(path) || browser.session) return next();
  const typed = request.method === "POST" ? harmless(fields) : {};
  // A post without Origin and Referer may come from another site, so its fields are not kept.
  const source = request.headers.origin ?? request.headers.referer;
  if (source && Object.keys(typed).length > 0) browser.keepDraft(path, typed);
  for (const cookie of await browser.save()) response.append("Set-Cookie", cookie);
  response.redirect(303, `/login?nextUrl=${encodeURIComponent(request.originalUrl)}`);
});

/** Whether the member typed the address or followed a link of ours. Another site's link must not sign anybody out. */
const isOwnNavigation = ({ headers }: Request) =>
  headers["sec-fetch-site"] === "same-origin" || headers["sec-fetch-site"] === "none";

/**
 * Signs out a member who opens the login or a registration page (the specification's guest shell). In browsers without
 * `Sec-Fetch-Site` the session ends with the form of that page: the new sign-in replaces it.
 */
export const leaveAtGuestShell = asyncHandler(async (request, response, next) => {
  const { browser, path } = localsOf(response);
  const opened = request.method === "GET" && isDocument(request) && !isPrefetch(request) && isOwnNavigation(request);
  if (opened && browser.session && isGuestShell(path)) await browser.signOut({ keepDraft: true });
  next();
});
