import { createHmac, timingSafeEqual, type KeyObject } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { localsOf } from "./locals";
import { sendPage } from "./plain-page";
import { deriveKey } from "../session/seal";

/** Whether the form key `k` was issued for this session and member. See `form-key-check.ts`. */
export type VerifyFormKey = (formKey: string, sid: string, memberId: string) => boolean;

export interface Csrf {
  /** Value of the hidden field `_t`. `owner` is a session, or the visitor's id for a guest. */
  token(owner: string): string;
  /** Whether we issued the form to this browser. Proof is `_t` or, in a form that moves money, the form key `k`. */
  accepts(fields: { _t?: string; k?: string }, owners: string[], holders: { sid: string; memberId: string }[]): boolean;
}

/**
 * Checks by its headers whether a request comes from one of our own pages.
 * Text browsers send neither Sec-Fetch-Site nor Origin, so their Referer is checked if they send one.
 * @returns the name of the offending header, or null
 */
export function foreignHeaders(headers: IncomingHttpHeaders, own: readonly string[]): ForeignHeader | null {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return "sec-fetch-site";
  const { origin, referer } = headers;
  if (origin !== undefined) return own.includes(origin) ? null : "origin";
  if (site === undefined && referer !== undefined) {
    return URL.canParse(referer) && own.includes(new URL(referer).origin) ? null : "referer";
  }
  return null;
}

type ForeignHeader = "sec-fetch-site" | "origin" | "referer";

/** The two names of the machine itself. */
const LOOPBACK_NAMES = ["localhost", "127.0.0.1"];

/** The origins whose forms are ours. On a developer's machine both names of it work. */
export function ownOrigins({ publicOrigin, production }: { publicOrigin: string; production: boolean }): string[] {
  const { protocol, hostname, port } = new URL(publicOrigin);
  if (production || !LOOPBACK_NAMES.includes(hostname)) return [publicOrigin];
  return LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Form tokens are derived from the owner's id: nothing is stored, and a session's tokens end with it. */
export function createCsrf(secrets: string[], verifyFormKey: VerifyFormKey): Csrf {
  const keys = secrets.map((secret) => deriveKey(secret, "csrf"));
  const tokenOf = (key: KeyObject, owner: string) => createHmac("sha256", key).update(owner).digest("base64url");
  return {
    token: (owner) => tokenOf(keys[0]!, owner),
    accepts: ({ _t, k }, owners, holders) =>
      (_t !== undefined && owners.some((owner) => keys.some((key) => sameText(_t, tokenOf(key, owner))))) ||
      (k !== undefined && holders.some(({ sid, memberId }) => verifyFormKey(k, sid, memberId))),
  };
}

/** Answers 403 to cross-site posts. It only looks at headers, so it runs before the body is read. */
export function refuseForeign(own: readonly string[]): RequestHandler {
  return (request, response, next) => {
    const fault = request.method === "POST" ? foreignHeaders(request.headers, own) : null;
    if (!fault) return next();
    // A wrong PUBLIC_ORIGIN would look like a sign-in that does not work.
    refuse(request, response, fault, { expected: own.join(", "), received: received(request, fault) });
  };
}

/** Answers 403 to posted forms that we did not issue to this browser. */
export function requireFormToken(csrf: Csrf): RequestHandler {
  return (request, response, next) => {
    if (request.method !== "POST") return next();
    const { fields, browser } = localsOf(response);
    const holders = [browser.session, browser.expired].flatMap((session) =>
      session ? [{ sid: session.sid, memberId: session.member.id }] : [],
    );
    if (csrf.accepts({ _t: fields.get("_t"), k: fields.get("k") }, browser.formOwners, holders)) return next();
    refuse(request, response, "token");
  };
}

/** What a header said; of a referer only the origin, because its query may hold codes. */
function received({ headers }: Request, name: ForeignHeader): string {
  const value = String(headers[name]);
  return name === "referer" && URL.canParse(value) ? new URL(value).origin : value.slice(0, 200);
}

function refuse(request: Request, response: Response, fault: string, facts: object = {}): void {
  localsOf(response).log.warn({ fault, ...facts, path: request.path.slice(0, 200) }, "form refused");
  sendPage(response, { status: 403, page: "form", back: pageOf(request) });
}

/** A form's page usually has the address that the form posts to; undefined if it has none. */
const pageOf = ({ path }: Request) =>
  /^\/[\w/-]*$/.test(path) && !path.startsWith("//") && !/^\/(logout|language)$/.test(path) ? path : undefined;
