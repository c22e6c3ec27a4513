import { randomBytes } from "node:crypto";
import type { CookieJar } from "./cookies";
import type { Identity } from "../context";
import type { Outage } from "../log";
import type { RevokedSessions } from "./revoked";
import type { Seal } from "./seal";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long a session lasts, in milliseconds; `remember` is the checkbox of the login form. */
const LIFETIMES = {
  usual: { idle: 30 * MINUTE, absolute: 12 * 60 * MINUTE },
  remember: { idle: 7 * DAY, absolute: 30 * DAY },
} as const;

/** The time of the last request is written to the cookie at most this often (milliseconds). */
const RESEAL_EVERY = 5 * MINUTE;

/** Browsers may drop a cookie whose name and value exceed 4,096 bytes. */
const MAX_COOKIE = 3800;

export interface Session {
  v: 1;
  sid: string;
  member: Identity;
  /** The operator's bearer token. It never leaves the server unsealed. */
  token: string;
  /** Sign-in, in epoch milliseconds. */
  iat: number;
  /** When the member gave the password again, in epoch milliseconds; undefined: only at sign-in. */
  confirmed?: number;
  /** Last recorded request, in epoch milliseconds. */
  last: number;
  remember: boolean;
  /** Id of the list of revoked sessions when this one began; see `revoked.ts`. */
  list: string;
}

/** The operator's token is too long for a cookie. */
export class SessionTooLarge extends Error {}

/** At most one is set. */
export interface ReadSession {
  session: Session | null;
  /** A session that has timed out, or that began before the list of revoked ones was lost. Its drafts still count. */
  expired: Session | null;
  /** Nobody can say now whether this session was signed out. The cookie is kept for later. */
  unchecked: Session | null;
}

export interface Sessions {
  read(jar: CookieJar, now: number): Promise<ReadSession>;
  /** Starts a session with a new id. @throws SessionTooLarge */
  start(jar: CookieJar, now: number, member: Identity, token: string, remember: boolean): Promise<Session>;
  /** Records the time of this request, at most every five minutes. */
  touch(jar: CookieJar, now: number, session: Session): Promise<void>;
  /** The session after the member has given the password again, with the token of that. @throws SessionTooLarge */
  confirm(jar: CookieJar, now: number, session: Session, token: string): Promise<Session>;
  /** Ends the session and revokes every copy of its cookie. */
  end(jar: CookieJar, session: Session): Promise<void>;
}

export const newSid = () => randomBytes(16).toString("base64url");

const NONE: ReadSession = { session: null, expired: null, unchecked: null };

const lifetimeOf = (session: Pick<Session, "remember">) => LIFETIMES[session.remember ? "remember" : "usual"];

interface SessionsOptions {
  seal: Seal;
  revoked: RevokedSessions;
  /** Of the store that has the revoked ones. */
  outage: Outage;
}

/** Sessions live in a sealed cookie; the server only stores those that were signed out. */
export function createSessions({ seal, revoked, outage }: SessionsOptions): Sessions {
  const find = async (sid: string) => {
    try {
      const found = await revoked.find(sid);
      outage.works();
      return found;
    } catch (error) {
      outage.failed(error);
      return null;
    }
  };
  const write = async (jar: CookieJar, now: number, session: Session) => {
    const sealed = await seal.seal("session", session);
    if (sealed.length > MAX_COOKIE) throw new SessionTooLarge(`the sealed session is ${sealed.length} characters long`);
    const left = session.iat + lifetimeOf(session).absolute - now;
    jar.set("s", sealed, session.remember ? left / 1000 : undefined);
  };
  return {
    async read(jar, now) {
      const sealed = jar.get("s");
      if (!sealed) return NONE;
      const session = await seal.open<Session>("session", sealed);
      const found = session && (await find(session.sid));
      if (session && !found) return { ...NONE, unchecked: session };
      if (session?.v === 1 && !found!.revoked) {
        const { idle, absolute } = lifetimeOf(session);
        const inTime = now - session.last < idle && now - session.iat < absolute;
        if (inTime && session.list === found!.list) return { ...NONE, session };
        jar.clear("s");
        return { ...NONE, expired: session };
      }
      jar.clear("s");
      return NONE;
    },
    async start(jar, now, member, token, remember) {
      const session: Session = {
        v: 1,
        sid: newSid(),
        member,
        token,
        iat: now,
        last: now,
        remember,
        list: await revoked.list(),
      };
      await write(jar, now, session);
      return session;
    },
    async touch(jar, now, session) {
      if (now - session.last >= RESEAL_EVERY) await write(jar, now, { ...session, last: now });
    },
    async confirm(jar, now, session, token) {
      const confirmed: Session = { ...session, token, confirmed: now, last: now };
      await write(jar, now, confirmed);
      return confirmed;
    },
    async end(jar, session) {
      jar.clear("s");
      await revoked.add(session.sid, session.iat + lifetimeOf(session).absolute);
    },
  };
}
