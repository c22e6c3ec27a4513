import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { assetsFor } from "./assets";
import type { Config } from "../config/config";
import type { Context, LimitRule, Site } from "../context";
import { harmless } from "../session/draft";
import { localsOf } from "../http/locals";
import { bindAccountWrites, bindReads } from "../operator/views";
import { safeRedirect } from "./safe-redirect";
import type { Services } from "../services";
import { SessionTooLarge } from "../session/session";

const SITES = new WeakMap<Config, Site>();

/** The client's address as the trusted proxies report it. */
export const addressOf = (request: ExpressRequest) => (request.ip ?? "").replace(/^::ffff:/, "");

const redirectTo = (location: string) => new Response(null, { status: 303, headers: { Location: location } });

/** Binds language, member, session, operator and engine to one request: the only things loaders and actions can reach. */
export function contextFor(
  services: Services,
  request: ExpressRequest,
  response: ExpressResponse,
  pages: readonly RegExp[],
): Context {
  const { config, client, engine, lookups, limits, csrf } = services;
  const { browser, requestId, nonce, now, log, fields } = localsOf(response);
  const clientIp = addressOf(request);
  const path = request.originalUrl;
  const authWith = (token: string | null) => ({ token, clientIp, requestId });
  const onLogin = () => {
    // A form whose session ended on the way: what was typed waits for the way back.
    const typed = request.method === "POST" ? harmless(fields) : {};
    if (Object.keys(typed).length > 0) browser.keepDraft(request.path, typed);
    return redirectTo(`/login?nextUrl=${encodeURIComponent(path)}`);
  };
  const onGone = () => redirectTo("/terminated");
  const readsWith = (token: string | null) => ({
    ...bindReads(client, { ...authWith(token), onLogin, onGone }),
    ...lookups,
  });
  const { session } = browser;
  const once = <T>(make: () => T) => {
    let made: { value: T } | null = null;
    return () => (made ??= { value: make() }).value;
  };
  const operator = once(() => readsWith(session?.token ?? null));
  const account = once(() => bindAccountWrites(client, authWith(session?.token ?? null)));
  const operations = once(() => {
    if (!session) throw new Error("Operations need a member.");
    return engine.forMember({
      memberId: session.member.id,
      sid: session.sid,
      token: session.token,
      clientIp,
      requestId,
    });
  });
  const statements: Context["statements"] = {
    async read(wanted) {
      if (!session) throw new Error("A statement needs a member.");
      const { failure, ...reading } = await services.statements.read(
        session.member.id,
        authWith(session.token),
        wanted,
      );
      if (failure?.kind === "login") throw onLogin();
      if (failure?.kind === "gone") throw onGone();
      return reading;
    },
  };
  let triedPhone: string | null = null;

  const limit = (rule: LimitRule, key: string): Promise<number | null> => {
    switch (rule) {
      case "login":
        triedPhone = key;
        return limits.login(key, clientIp);
      case "otpSend":
        return limits.otpSend(key, clientIp);
      case "otpVerify":
        return limits.otpVerify(key, browser.wizard.read().username ?? null);
      case "register":
        return limits.register(clientIp, browser.formOwner);
      case "money":
        return limits.money(key);
    }
  };

  const context: Omit<Context, "operator" | "account" | "operations"> = {
    requestId,
    now,
    nonce,
    get locale() {
      return browser.locale;
    },
    path,
    site: siteOf(config),
    assets: assetsFor(services.assets, browser.jar, request.get("save-data")),
    get csrfToken() {
      return csrf.token(browser.formOwner);
    },
    get member() {
      return browser.session && { ...browser.session.member, since: browser.session.iat };
    },
    operatorAs: readsWith,
    codes: services.codes,
    statements,
    session: {
      async signIn(member, token, remember) {
        try {
          await browser.signIn(member, token, remember);
        } catch (error) {
          if (!(error instanceof SessionTooLarge)) throw error;
          log.error({ err: error }, "sign-in impossible");
          browser.flash({ tone: "bad", text: "errors:LOGIN_FAIL" });
          throw redirectTo("/login");
        }
        if (triedPhone !== null) await limits.loginSucceeded(triedPhone, clientIp);
      },
      signOut: () => browser.signOut(),
    },
    safeRedirect: (wanted) => safeRedirect(wanted, pages),
    takeFlash: () => browser.takeFlash(),
    flash: (flash) => browser.flash(flash),
    takeDraft: (draftPath) => browser.takeDraft(draftPath),
    keepDraft: (draftPath, fields) => browser.keepDraft(draftPath, harmlessOf(fields)),
    wizard: browser.wizard,
    invite: browser.invite,
    limit,
    setLocale: (locale) => browser.setLocale(locale),
    log,
  };
  // Made when first asked for, and not enumerable: pages spread the context into what they show.
  return Object.defineProperties(context, {
    operator: { get: operator },
    account: { get: account },
    operations: { get: operations },
  }) as Context;
}

const harmlessOf = (fields: Record<string, string>) => harmless(Object.entries(fields));

/** The settings that pages may know. */
const TOLD = [
  "market",
  "publicOrigin",
  "timeZone",
  "sandbox",
  "appVersion",
  "operatorName",
  "licenceText",
  "minAge",
  "currencies",
  "phoneDigits",
  "fpQrMinimum",
  "slipClosed",
  "laos",
  "withdrawCall",
] as const satisfies readonly (keyof Config)[];

function siteOf(config: Config): Site {
  const known = SITES.get(config);
  if (known) return known;
  const told = Object.fromEntries(TOLD.map((name) => [name, config[name]])) as Pick<Config, (typeof TOLD)[number]>;
  const site: Site = { ...told, giftLinks: config.truelinkSecret !== null };
  SITES.set(config, site);
  return site;
}
