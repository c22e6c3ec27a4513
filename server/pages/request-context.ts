import type { Request, Response as ExpressResponse } from "express";
import type { Context, Member } from "../context";
import { localsOf, type Locals } from "../http/locals";
import { shortAddress } from "../http/network";
import type { CallAuth } from "../operator/client";
import type { Protection } from "../protection/types";
import { PROVIDER_NAMES } from "../providers/table";
import type { Services } from "../services";
import { harmless } from "../session/draft";
import type { Session } from "../session/session";
import { visitBegan } from "../session/visit-time";
import { auditedWrites } from "./account-writes";
import { assetsFor } from "./assets";
import { chatOf } from "./chat";
import { launchOf } from "./launch";
import { limitOf, tryLoginOf } from "./limits";
import { cleanMarkup } from "./markup";
import { sessionOf } from "./member-session";
import { protectedOperations, protectionOf } from "./protection";
import { readsOf, type PageReads } from "./reads";
import { redirectTo, safeRedirect } from "./safe-redirect";
import { notingBalances, type Balance } from "./seen-balance";
import { siteOf } from "./site";

/** The data that the parts of a context share. */
interface Bound {
  services: Services;
  locals: Locals;
  /** Path and query of the page being shown. */
  path: string;
  authWith(token: string | null): CallAuth;
  /** Redirects for when the operator rejects the token, and when the account is gone. */
  redirects: { onLogin(): Response; onGone(): Response };
  reads: PageReads;
  /** The balance that this request has read. */
  balance: Balance | null;
}

/** Builds the context of one request: everything that loaders and actions can use. */
export function contextFor(
  services: Services,
  request: Request,
  response: ExpressResponse,
  pages: readonly RegExp[],
): Context {
  const locals = localsOf(response);
  const { browser, requestId, nonce, now, log, address } = locals;
  const path = request.originalUrl;
  const redirects = redirectsOf(request, locals, path);
  let trouble: string | null = null;
  const onRefused = (text: string) => void (trouble ??= text);
  const bound: Bound = {
    services,
    locals,
    path,
    authWith: (token) => ({ token, clientIp: address, requestId }),
    redirects,
    reads: readsOf(services, { ...redirects, onRefused }),
    balance: null,
  };
  const token = () => browser.session?.token ?? null;
  let guard: Protection | null = null;
  const protection = () => (guard ??= protectionFor(bound));
  const context: Omit<Context, "operator" | "account" | "operations" | "protection"> = {
    requestId,
    now,
    nonce,
    get locale() {
      return browser.locale;
    },
    path,
    site: siteOf(services.config),
    assets: assetsFor(services.assets, browser.jar, request.get("save-data")),
    get csrfToken() {
      return services.csrf.token(browser.formOwner);
    },
    get member() {
      return browser.session && memberOf(browser.session);
    },
    get trouble() {
      return trouble;
    },
    accountGone: bound.redirects.onGone,
    requireMember: () => memberOf(memberSession(bound)),
    operatorAs: (other) => readsWith(bound, other),
    codes: services.codes,
    markup: (html) => cleanMarkup(html, services.config.imageHosts),
    statements: statementsOf(bound),
    lastKnown: lastKnownOf(bound),
    get balance() {
      return bound.balance;
    },
    arrivals: services.arrivals,
    lastContact: services.lastContact,
    launch: async (game) => {
      const auth = bound.authWith(memberSession(bound).token);
      await protection().admit({ kind: "play" });
      return launchOf(services, { auth, redirects, userAgent: request.get("user-agent"), response })(game);
    },
    asked: browser.asked,
    chat: chatOf(services, request, response, onRefused),
    session: sessionOf(locals),
    safeRedirect: (wanted) => safeRedirect(wanted, pages),
    takeFlash: () => browser.takeFlash(),
    flash: (flash) => browser.flash(flash),
    takeDraft: (draftPath) => browser.takeDraft(draftPath),
    keepDraft: (draftPath, fields) => browser.keepDraft(draftPath, harmless(Object.entries(fields))),
    wizard: browser.wizard,
    invite: browser.invite,
    upload: locals.upload ?? null,
    limit: limitOf(services, locals),
    tryLogin: tryLoginOf(services, locals),
    setLocale: (locale) => browser.setLocale(locale),
    hidesBalance: browser.hidesBalance,
    hideBalance: (hidden) => browser.hideBalance(hidden),
    chooseLite: (lite) => browser.chooseLite(lite),
    agreement: browser.agreement,
    unread: async () => (await context.chat.open()?.unread()) ?? 0,
    log,
  };
  return lazily(context, token, {
    operator: () => readsWith(bound, token()),
    account: () => auditedWrites(services, bound.authWith(token()), browser.session?.member ?? null),
    operations: () => protectedOperations(operationsOf(bound), protection()),
    protection,
  });
}

/**
 * Adds properties that are created on first use, and again when the token has changed. They are not enumerable, so that
 * spreading a context creates none.
 */
function lazily<T extends object, L extends Record<string, () => unknown>>(
  target: T,
  token: () => string | null,
  makers: L,
) {
  for (const [name, make] of Object.entries(makers)) {
    let made: { value: unknown; token: string | null } | null = null;
    const get = () => {
      if (made?.token !== token()) made = { value: make(), token: token() };
      return made!.value;
    };
    Object.defineProperty(target, name, { get });
  }
  return target as T & { [N in keyof L]: ReturnType<L[N]> };
}

function redirectsOf(request: Request, { browser, fields, path: ownPath }: Locals, path: string): Bound["redirects"] {
  return {
    onLogin: () => {
      // The session has ended since the form was opened, so its fields are kept for the next login.
      const typed = request.method === "POST" ? harmless(fields) : {};
      if (Object.keys(typed).length > 0) browser.keepDraft(ownPath, typed);
      return redirectTo(`/login?nextUrl=${encodeURIComponent(path)}`);
    },
    onGone: () => {
      browser.leave();
      return redirectTo("/terminated");
    },
  };
}

function readsWith(bound: Bound, token: string | null) {
  const { locals, services, authWith } = bound;
  const own = locals.browser.session?.token === token ? locals.browser.session.member : null;
  const reads = bound.reads(authWith(token), own?.currency ?? null);
  if (!own) return reads;
  const note = (balance: Balance) => {
    bound.balance = balance;
    return services.lastKnown.note(own.id, { balance: { ...balance, at: locals.now } });
  };
  return { ...reads, ...notingBalances(reads, note, services.lastKnown.noteGames) };
}

const memberOf = ({ member, iat, before, confirmed }: Session): Member => ({
  ...member,
  since: iat,
  before: before ?? null,
  passwordAt: confirmed ?? iat,
});

const memberSession = ({ locals, redirects }: Bound): Session => {
  if (!locals.browser.session) throw redirects.onLogin();
  return locals.browser.session;
};

function operationsOf(bound: Bound): Context["operations"] {
  const { sid, member, token } = memberSession(bound);
  const { id: memberId, currency } = member;
  const network = shortAddress(bound.locals.address);
  return bound.services.engine.forMember({ ...bound.authWith(token), token, memberId, sid, network, currency });
}

function protectionFor(bound: Bound): Protection {
  const { services, locals, path } = bound;
  const { now, fields, browser, log } = locals;
  const { member, iat } = memberSession(bound);
  return protectionOf({
    store: services.wishes,
    member: member.id,
    visitSince: () => visitBegan(browser.jar, now, iat),
    statements: statementsOf(bound),
    now,
    raiseMs: services.config.limitIncreaseMs,
    stopped: (by) => {
      // After a break the member may want something else.
      if (by !== "break" && fields.size > 0) browser.keepDraft(path, harmless(fields));
      return redirectTo(`/user/protection?stopped=${by}`);
    },
    onChange: (operation) => {
      const origin = { requestId: locals.requestId, network: shortAddress(locals.address) };
      services.trail.account({
        memberId: member.id,
        operation,
        step: "answered",
        state: "done",
        code: null,
        ...origin,
      });
    },
    onFailure: (error) => log.error({ err: error }, "a member's limits could not be read"),
  });
}

const statementsOf = (bound: Bound): Context["statements"] => ({
  async read(wanted) {
    const { member, token } = memberSession(bound);
    const { failure, ...reading } = await bound.services.statements.read(member.id, bound.authWith(token), wanted);
    if (failure?.kind === "login") throw bound.redirects.onLogin();
    if (failure?.kind === "gone") throw bound.redirects.onGone();
    return reading;
  },
});

function lastKnownOf(bound: Bound): Context["lastKnown"] {
  const { lastKnown } = bound.services;
  const own = () => memberSession(bound).member.id;
  return {
    read: () => lastKnown.read(own()),
    note: (news) => lastKnown.note(own(), news),
    games: async () => ({ ...PROVIDER_NAMES, ...(await lastKnown.games()) }),
  };
}
