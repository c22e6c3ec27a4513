import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";
import { deriveKey } from "../session/seal";

/** Tells whether the form key `k` was made for this session and member; given by the operations engine. */
export type VerifyFormKey = (formKey: string, sid: string, memberId: string) => boolean;

export interface Csrf {
  /** Value of the hidden field `_t` of forms that belong to `owner` (a session, or a browser that has none). */
  token(owner: string): string;
  /** The field `_t` or, in a form that moves money, `k` proves that we made the form for this browser. */
  accepts(fields: { _t?: string; k?: string }, owners: string[], holders: { sid: string; memberId: string }[]): boolean;
}

/**
 * What the headers of an unsafe request say about the page it comes from.
 * Text browsers send neither Sec-Fetch-Site nor Origin, so a Referer, when there is one, speaks for them.
 * @returns why the request is refused, or null
 */
export function foreignHeaders(headers: IncomingHttpHeaders, publicOrigin: string): string | null {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return "sec-fetch-site";
  const { origin, referer } = headers;
  if (origin !== undefined) return origin === publicOrigin ? null : "origin";
  if (site === undefined && referer !== undefined) {
    return URL.canParse(referer) && new URL(referer).origin === publicOrigin ? null : "referer";
  }
  return null;
}

const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Form tokens are derived from the session's id, so nothing is stored and they end with the session. */
export function createCsrf(secrets: string[], verifyFormKey: VerifyFormKey): Csrf {
  const keys = secrets.map((secret) => deriveKey(secret, "csrf"));
  const tokenOf = (key: Uint8Array, owner: string) => createHmac("sha256", key).update(owner).digest("base64url");
  return {
    token: (owner) => tokenOf(keys[0]!, owner),
    accepts: ({ _t, k }, owners, holders) =>
      (_t !== undefined && owners.some((owner) => keys.some((key) => sameText(_t, tokenOf(key, owner))))) ||
      (k !== undefined && holders.some(({ sid, memberId }) => verifyFormKey(k, sid, memberId))),
  };
}

/** Refuses posts that do not come from our own pages, by their headers; nothing has been read of them yet. */
export function refuseForeign(publicOrigin: string): RequestHandler {
  return (request, response, next) => {
    const fault = request.method === "POST" ? foreignHeaders(request.headers, publicOrigin) : null;
    if (fault) return refuse(request, response, fault);
    next();
  };
}

/** Refuses posted forms that we did not make for this browser. */
export function requireFormToken(csrf: Csrf): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "POST") return next();
    const { fields, browser } = localsOf(response);
    const held = [browser.session, browser.expired].flatMap((session) =>
      session ? [{ sid: session.sid, memberId: session.member.id }] : [],
    );
    if (csrf.accepts({ _t: fields.get("_t"), k: fields.get("k") }, browser.formOwners, held)) return next();
    refuse(request, response, "token");
  };
}

function refuse(request: Request, response: Response, fault: string): void {
  localsOf(response).log.warn({ fault, path: request.path.slice(0, 200) }, "form refused");
  sendPage(response, { status: 403, page: "form", back: pageOf(request) });
}

/** The page a form stands on, as far as its address tells. */
const pageOf = ({ path }: Request) =>
  /^\/[\w/-]*$/.test(path) && !path.startsWith("//") && !/^\/(logout|language)$/.test(path) ? path : undefined;
