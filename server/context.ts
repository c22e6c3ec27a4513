import type { Codes } from "./codes/codes";
import type { Currency, Locale, Market, TimeZone } from "./config/config";
import type { Log } from "./log";
import type { MemberOperations } from "./operations/types";
import type { OperatorReads, AccountWrites } from "./operator/views";
import type { StatementReading, Wanted } from "./statement/reader";

/** What is inlined or linked in the document head. */
export interface Assets {
  /** The whole stylesheet, on a first visit; null when the browser has it already. */
  css: string | null;
  cssHref: string;
  /** The enhancement script, or null in lite mode and with `Save-Data: on`. */
  script: string | null;
}

/** The signed-in member, from the sealed session cookie. */
export interface Member {
  id: string;
  name: string;
  /** `BAHT` or `LAK`. */
  currency: Currency;
  /** Epoch milliseconds of this sign-in. */
  since: number;
}

export type { Currency } from "./config/config";

/** A message that survives one redirect. `text` is a message key, see `app/lib/message.ts`. */
export interface Flash {
  tone: "good" | "bad" | "warn" | "info";
  text: string;
}

/** Why an upload was not taken; the page of its form tells the member. */
export interface UploadAnswer {
  /** Message key. */
  text: string;
  /** The status of the page. */
  status: number;
  /** Epoch milliseconds that belong to the message. */
  at: number | null;
}

/** What the registration wizard has learnt so far; sealed in a cookie, the password never leaves the server unsealed. */
export interface Wizard {
  username?: string;
  otpRef?: string | null;
  otpToken?: string | null;
  /** Epoch milliseconds when the code was sent: a new one may be asked 60 s later. */
  sentAt?: number;
  verified?: boolean;
  name?: string;
  password?: string;
  sourceCode?: string;
  inviteCode?: string;
  currency?: Currency;
}

/** Facts of the deployment that pages may show. */
export interface Site {
  market: Market;
  publicOrigin: string;
  timeZone: TimeZone;
  sandbox: boolean;
  appVersion: string;
  operatorName: string;
  licenceText: string;
  minAge: number;
  currencies: Currency[];
  phoneDigits: 10 | null;
  fpQrMinimum: number;
  /** When slips are not taken, HH:mm in the market's zone, where the operator does not say it. */
  slipClosed: { from: string; to: string } | null;
  laos: boolean;
  /** Gift links can be sent: their secret is set. */
  giftLinks: boolean;
  /** Which call the withdraw form makes; `withdrawAll` gathers the money of all games first. */
  withdrawCall: "withdraw" | "withdrawAll";
}

/** Everything a loader or action may touch; made once per request in `server/pages/remix.ts`. */
export interface Context {
  requestId: string;
  /** Milliseconds since the epoch when the request arrived. */
  now: number;
  nonce: string;
  locale: Locale;
  /** Path and query of the page being shown. */
  path: string;
  site: Site;
  assets: Assets;
  /** Value of the hidden field `_t` of forms that carry no form key. */
  csrfToken: string;
  /** Null for guests. The guard has already turned guests away from `/user`. */
  member: Member | null;
  /** Reads of the operator with the member's token. A failed read throws a `Response`: a redirect when the session or account is gone, else 503. */
  operator: OperatorReads;
  /** The same reads with another token: login learns the member's id by it before there is a session. */
  operatorAs(token: string): OperatorReads;
  /** Checks an operator's QR code before it is shown, and draws codes. */
  codes: Pick<Codes, "check" | "draw" | "image">;
  /** The member's statement as a whole. Throws a redirect when the session or account is gone. */
  statements: { read(wanted: Wanted): Promise<StatementReading> };
  /** Writes that move no money: sent once, never repeated. They return an outcome instead of throwing. */
  account: AccountWrites;
  /** Throws when there is no member. */
  operations: MemberOperations;
  session: {
    /** Signs in and starts a new session; the bearer token is sealed into the cookie. */
    signIn(member: Omit<Member, "since">, token: string, remember: boolean): Promise<void>;
    signOut(): Promise<void>;
  };
  /** `nextUrl` if it is a page of the member area, else `/user/home`. Never another site. */
  safeRedirect(wanted: unknown): string;
  /** The message left by the request before this one. Reading takes it. */
  takeFlash(): Flash | null;
  flash(flash: Flash): void;
  /** What was typed before the session ended or the language changed, for the form at `path`. Reading takes it; secrets are never in it. */
  takeDraft(path: string): Record<string, string>;
  keepDraft(path: string, fields: Record<string, string>): void;
  wizard: { read(): Wizard; write(wizard: Wizard): void; clear(): void };
  /** The invite code that came with a link, read-only once stored. */
  invite: { read(): string | null; store(code: string): void };
  /** The upload that this page answers, when it was not taken. */
  upload: UploadAnswer | null;
  /** Null, or the seconds until this may be tried again; counts one attempt. Rules in `server/http/rate-limit.ts`. */
  limit(rule: LimitRule, key: string): Promise<number | null>;
  setLocale(locale: Locale): void;
  log: Log;
}

export type LimitRule = "login" | "otpSend" | "otpVerify" | "register" | "money";

declare module "@remix-run/node" {
  interface AppLoadContext extends Context {}
}
