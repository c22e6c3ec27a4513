import type { Codes } from "./codes/codes";
import type { Currency, Locale, Market, TimeZone } from "./config/config";
import type { Log } from "./log";
import type { MemberOperations } from "./operations/types";
import type { OperatorReads, AccountWrites } from "./operator/views";
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
  before: (Device & { at: number }) | null;
  /** When the member last gave the password here, in epoch milliseconds. */
  passwordAt: number;
}

/** Null: the browser does not say. */
interface Device {
  browser: string | null;
  system: string | null;
}

/** A session of the member, as the member knows it. Times in epoch milliseconds. */
export interface MemberSession extends Device {
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

/** What the operator says of a member; the rest of `Member` is known of the session. */
export type Identity = Pick<Member, "id" | "name" | "currency">;

export type { Currency } from "./config/config";

/** HTML of the operator that is safe to show. Only `Context.markup` makes it. */
export type Markup = string & { readonly isClean: true };

/** A message that survives one redirect. `text` is a message key, see `app/lib/message.ts`. */
export interface Flash {
  tone: "good" | "bad" | "warn" | "info";
  text: string;
}

/** Why an upload was rejected: a message key, the status of the page, and the time in the message (epoch milliseconds). */
export interface UploadAnswer {
  text: string;
  status: number;
  at: number | null;
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

/** Settings of the deployment that pages use. */
export interface Site {
  market: Market;
  publicOrigin: string;
  timeZone: TimeZone;
  sandbox: boolean;
  /** Origin of the sandbox's desk; null if pages must not link it. */
  deskOrigin: string | null;
  appVersion: string;
  operatorName: string;
  licenceText: string;
  minAge: number;
  currencies: Currency[];
  /** Origins that pages may load the operator's pictures from; `https://*.cdn.example` is every host of a domain. */
  imageHosts: string[];
  phoneDigits: 10 | null;
  fpQrMinimum: number;
  /** When slips are not accepted, `HH:mm` in the market's zone; used if the operator does not say. */
  slipClosed: { from: string; to: string } | null;
  laos: boolean;
  /** Whether gift links can be sent, which needs `TRUELINK_SECRET`. */
  giftLinks: boolean;
  /** A withdrawal asks for a password that was given longer ago than these milliseconds; 0: it never asks. */
  withdrawPasswordAfterMs: number;
  /** The call that withdrawals use; `withdrawAll` collects the money of all games first. */
  withdrawCall: "withdraw" | "withdrawAll";
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
  /** What this member last saw of the balances, here or elsewhere. Never fails. `note` changes what is given. */
  lastKnown: { read(): Promise<LastKnown>; note(news: LastKnown): Promise<void> };
  /** Writes that move no money. They are sent once, never repeated, and return an outcome instead of throwing. */
  account: AccountWrites;
  /** The member's money operations. @throws Response that redirects guests to /login */
  operations: MemberOperations;
  /** Opens a game that the member has asked for. @throws a redirect if the session or account is gone */
  launch(game: Game): Promise<Launch>;
  asked: AskedFor;
  session: {
    /** Starts a new session; the bearer token is sealed in its cookie. */
    signIn(member: Identity, token: string, remember: boolean): Promise<void>;
    /** The member has given the password again. The token is the new one: an operator may end the earlier ones. */
    confirm(token: string): Promise<void>;
    /** The member's sessions of this site, the latest first. @throws Error if they cannot be read */
    all(): Promise<MemberSession[]>;
    /** Ends the member's other sessions: their next requests are a guest's. False: it could not be stored. */
    endOthers(): Promise<boolean>;
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

export type LimitRule =
  "otpSend" | "otpSendOdd" | "otpVerify" | "probe" | "register" | "money" | "promotion" | "credentials" | "launch";

declare module "@remix-run/node" {
  interface AppLoadContext extends Context {}
}
