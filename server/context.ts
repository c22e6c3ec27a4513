import type { Codes } from "./codes/codes";
import type { Currency, Locale } from "./config/config";
import type { Site } from "./config/site";
import type { BrowserChat } from "./conversation/browser-chat";
import type { Log } from "./log";
import type { MemberOperations } from "./operations/types";
import type { LastContact } from "./operator/last-contact";
import type { OperatorReads, AccountWrites } from "./operator/views";
import type { Protection } from "./protection/types";
import type { AskedFor } from "./providers/asked";
import type { Game, Launch } from "./providers/launch";
import type { Arrivals } from "./statement/arrivals";
import type { StatementReading, Wanted } from "./statement/reader";

/** The stylesheet and script of the document head. */
export interface Assets {
  /** The stylesheet's text, to inline on a first visit; null if the browser has it cached. */
  css: string | null;
  /** What a page inlines of it: see `PageStyles`. Undefined for pages that the build does not know. */
  stylesOf(page: string): { css: string; suffices(html: string): boolean } | undefined;
  cssHref: string;
  /** URL of the script; null in lite mode. */
  script: string | null;
  /** URLs of the chat's script and of the modules that it imports; null in lite mode. */
  chat: { href: string; parts: string[] } | null;
  /** Bytes of the script on the wire, which lite mode saves. */
  scriptBytes: number;
  /** Lite mode, with neither scripts nor pictures of games: asked for by the browser or the visitor. Null: neither. */
  lite: "browser" | "visitor" | null;
}

/** The signed-in member, from the sealed session cookie. */
export interface Member {
  id: string;
  name: string;
  /** `BAHT` or `LAK`. */
  currency: Currency;
  /** Epoch milliseconds of this sign-in. */
  since: number;
  /** The sign-in before this one, `at` in epoch milliseconds; null if none is known. */
  before: (Pick<MemberSession, "browser" | "system"> & { at: number }) | null;
  /** When the member last gave the password here, in epoch milliseconds. */
  passwordAt: number;
}

/** A session of the member, as the member knows it. Times in epoch milliseconds; null: the browser does not say. */
export interface MemberSession {
  browser: string | null;
  system: string | null;
  /** Sign-in. */
  since: number;
  /** Last recorded request; several minutes may be missing. */
  last: number;
  isThis: boolean;
}

/** What the member last saw of the balances; what is not known is missing. Times in epoch milliseconds. */
export interface LastKnown {
  /** When the operator last asked all game providers. */
  refreshedAt?: number;
  /** When the balance of each game was last read after that, by its code. */
  games?: Record<string, number>;
  /** Minor units: everything, and the main wallet. */
  balance?: { total: number; wallet: number; at: number };
}

type GameNames = Readonly<Record<string, string>>; // By code.
/** What the operator says of a member; the rest of `Member` is known of the session. */
export type Identity = Pick<Member, "id" | "name" | "currency">;

export type { Currency, Site };

/** HTML of the operator that is safe to show. Only `Context.markup` makes it. */
export type Markup = string & { readonly isClean: true };

/** A message that survives one redirect. `text` is a message key, see `app/lib/message.ts`. */
export interface Flash {
  tone: "good" | "bad" | "warn" | "info";
  text: string;
}

/** Why an upload was rejected: a message key, the page's status, and the time in the message (epoch milliseconds). */
export interface UploadAnswer {
  text: string;
  status: number;
  at: number | null;
  typed?: string; // The text that was to go with the file.
}

/** The data entered in a registration so far, sealed in a cookie. The password never leaves the server unsealed. */
export interface Wizard {
  username?: string;
  otpRef?: string | null;
  otpToken?: string | null;
  /** When the code was sent, in epoch milliseconds: a new one may be requested 60 seconds later. */
  sentAt?: number;
  verified?: boolean;
  /** Until when this phone may neither request nor try codes, in epoch milliseconds. */
  blockedUntil?: number;
  name?: string;
  password?: string;
  sourceCode?: string;
  inviteCode?: string;
  currency?: Currency;
  /** The phone number of the account that was created; nothing else is kept then. */
  done?: string;
}

/** The invite code of the first link that the visitor followed, kept until the registration ends, or for 30 days. */
export interface Invite {
  /** `until`: epoch milliseconds. */
  read(): { code: string; until: number } | null;
  /** Has no effect if a code is stored: a later link does not replace the inviter. */
  store(code: string): void;
  clear(): void;
}

/** Everything that loaders and actions can use; created for each request in `server/pages/request-context.ts`. */
export interface Context {
  /** Reference of this HTTP request, in the log and on error pages; see `server/reference.ts`. */
  requestId: string;
  /** Arrival of the request, in epoch milliseconds. */
  now: number;
  nonce: string;
  locale: Locale;
  /** Path and query of the page being shown. */
  path: string;
  site: Site;
  assets: Assets;
  /** Value of the hidden field `_t`, for forms without a form key. */
  csrfToken: string;
  /** Null for guests. */
  member: Member | null;
  /** The account or the service is gone: ends the session. @returns the redirect to /terminated */
  accountGone: () => Response;
  /** Why the operator refused the first read of this page that it did: a message key; null if it refused none. */
  trouble: string | null;
  /** The signed-in member. @throws Response that redirects guests to /login, should one get past the guard of `/user` */
  requireMember: () => Member;
  /**
   * Reads from the operator with the member's token. They throw a `Response`: a redirect if the session or account is
   * gone, otherwise 503.
   */
  operator: OperatorReads;
  /** The same reads with another token, for login, before there is a session. */
  operatorAs(token: string): OperatorReads;
  /** Checks the operator's QR codes and draws codes. */
  codes: Pick<Codes, "check" | "draw" | "image">;
  /** Makes HTML of the operator safe; `Markup` of app/ui shows it. */
  markup(html: string): Markup;
  /** Reads the member's whole statement. @throws a redirect if the session or account is gone */
  statements: { read(wanted: Wanted): Promise<StatementReading> };
  /** How long deposits took lately, of all members. */
  arrivals: Arrivals;
  lastContact: LastContact;
  /** What this member last saw of the balances, and the names of games as any member did. Never fails. */
  lastKnown: { read(): Promise<LastKnown>; note(news: LastKnown): Promise<void>; games(): Promise<GameNames> };
  /** The balance that this request has read itself, in minor units; null: it has read none. */
  readonly balance: { total: number; wallet: number } | null;
  /** Writes that move no money. They are sent once, never repeated, and return an outcome instead of throwing. */
  account: AccountWrites;
  /** The member's money operations. @throws Response that redirects guests to /login */
  operations: MemberOperations;
  /** Opens a game that the member has asked for. @throws a redirect if the session or account is gone */
  launch(game: Game): Promise<Launch>;
  asked: AskedFor;
  protection: Protection; // Of the member. @throws Response that redirects guests to /login
  chat: BrowserChat;
  session: {
    /** Starts a new session; the bearer token is sealed in its cookie. */
    signIn(member: Identity, token: string, remember: boolean): Promise<void>;
    /** The member has given the password again. The token is the new one: an operator may end the earlier ones. */
    confirm(token: string): Promise<void>;
    /** The member's sessions of this site, the latest first. @throws Error if they cannot be read */
    all(): Promise<MemberSession[]>;
    /** Ends the member's other sessions: their next requests are a guest's. False: it could not be stored. */
    endOthers(): Promise<boolean>;
    /** The same after a change of the password. This session goes on with a new id, and its copies end, too. */
    renew(): Promise<boolean>;
    /** Resolves to whether every copy of the session has ended, too; if not, they end within the hour. */
    signOut(): Promise<boolean>;
  };
  /** Returns `wanted` if it is a page of the member area, otherwise `/user/home`. */
  safeRedirect(wanted: unknown): string;
  /** The message set by the previous request. Reading removes it. */
  takeFlash(): Flash | null;
  flash(flash: Flash): void;
  /**
   * The typed values of the form at `path` from before the session ended or the language changed, without secrets.
   * Reading removes them.
   */
  takeDraft(path: string): Record<string, string>;
  keepDraft(path: string, fields: Record<string, string>): void;
  wizard: { read(): Wizard; write(wizard: Wizard): void; clear(): void };
  invite: Invite;
  /** The rejected upload that this page reports; null otherwise. */
  upload: UploadAnswer | null;
  /** Counts one attempt. Null, or the seconds until the next one is allowed. Rules: `server/http/rate-limit.ts`. */
  limit(rule: LimitRule, key: string): Promise<number | null>;
  /** Takes a point of the sign-in limits, before the call to the operator. Rules: `server/http/login-limit.ts`. */
  tryLogin(phone: string): Promise<LoginTry>;
  setLocale(locale: Locale): void;
  /** Whether home shows no amounts in this browser: the member's choice, kept for a year. */
  hidesBalance: boolean;
  hideBalance(hidden: boolean): void;
  /** Turns lite mode on or off for this browser: the choice is kept for a year. */
  chooseLite(lite: boolean): void;
  agreement: Agreement;
  /** Messages of support that were not seen yet, as far as is known. Never fails. */
  unread(): Promise<number>;
  log: Log;
}

/** The operator's agreement in this browser. */
export interface Agreement {
  /** What is known of these texts: their hash, until when they count as accepted (epoch milliseconds), whether to ask. */
  of(texts: readonly string[]): { hash: string; acceptedUntil: number | null; asks: boolean };
  /** Accepts the texts with this hash for 30 days, or asks again when the browser is opened the next time. */
  answer(hash: string, accepted: boolean): void;
}

/** What the operator said to a try to sign in; `none`: it did not say whether the password is right. */
export type LoginAnswer = "right" | "wrong" | "none";

export interface LoginTry {
  /** Seconds until the next try is allowed; null: this one is. */
  wait: number | null;
  /** Gives the point back unless the answer is wrong; a right one makes this browser known for the number. */
  end(answer: LoginAnswer): Promise<void>;
}

type OtpLimit = "otpSend" | "otpSendOdd" | "otpBlock" | "otpVerify";
export type LimitRule = OtpLimit | "probe" | "register" | "money" | "promotion" | "credentials" | "launch";

declare module "@remix-run/node" {
  interface AppLoadContext extends Context {}
}
