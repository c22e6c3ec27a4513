import { randomBytes } from "node:crypto";
import type { CookieJar } from "./cookies";
import type { Member } from "../context";
import type { RevokedSessions } from "./revoked";
import type { Seal } from "./seal";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** How long a sign-in lasts, in milliseconds; `remember` is the tick box of the login form. */
const LIFETIMES = {
  usual: { idle: 30 * MINUTE, absolute: 12 * 60 * MINUTE },
  remember: { idle: 7 * DAY, absolute: 30 * DAY },
} as const;

/** The time of the last request is written into the cookie no more often than this. */
const RESEAL_EVERY = 5 * MINUTE;

/** Browsers may drop a cookie whose name and value pass 4,096 bytes. */
const MAX_COOKIE = 3800;

export interface Session {
  v: 1;
  sid: string;
  member: Omit<Member, "since">;
  /** The operator's bearer token. It never leaves the server unsealed. */
  token: string;
  iat: number;
  last: number;
  remember: boolean;
}

/** The operator's token does not fit into a cookie. */
export class SessionTooLarge extends Error {}

export interface Sessions {
  /** The session of the request; `expired` is one that was ours but has ended by time, for drafts and tokens of its open forms. */
  read(jar: CookieJar, now: number): Promise<{ session: Session | null; expired: Session | null }>;
  /** A new session with an own id. @throws SessionTooLarge */
  start(jar: CookieJar, now: number, member: Omit<Member, "since">, token: string, remember: boolean): Promise<Session>;
  /** Notes the time of this request, every five minutes. */
  touch(jar: CookieJar, now: number, session: Session): Promise<void>;
  /** The session opens nothing any more, wherever copies of its cookie are. */
  end(jar: CookieJar, session: Session): Promise<void>;
}

export const newSid = () => randomBytes(16).toString("base64url");

const lifetimeOf = (session: Pick<Session, "remember">) => LIFETIMES[session.remember ? "remember" : "usual"];

/** Sessions live in a sealed cookie; the server remembers only those that were signed out. */
export function createSessions({ seal, revoked }: { seal: Seal; revoked: RevokedSessions }): Sessions {
  const write = async (jar: CookieJar, now: number, session: Session) => {
    const sealed = await seal.seal("session", session);
    if (sealed.length > MAX_COOKIE) throw new SessionTooLarge(`the sealed session has ${sealed.length} characters`);
    const left = session.iat + lifetimeOf(session).absolute - now;
    jar.set("s", sealed, session.remember ? left / 1000 : undefined);
  };
  return {
    async read(jar, now) {
      const sealed = jar.get("s");
      if (!sealed) return { session: null, expired: null };
      const session = await seal.open<Session>("session", sealed);
      if (session?.v !== 1 || (await revoked.has(session.sid))) {
        jar.clear("s");
        return { session: null, expired: null };
      }
      const { idle, absolute } = lifetimeOf(session);
      if (now - session.last < idle && now - session.iat < absolute) return { session, expired: null };
      jar.clear("s");
      return { session: null, expired: session };
    },
    async start(jar, now, member, token, remember) {
      const session: Session = { v: 1, sid: newSid(), member, token, iat: now, last: now, remember };
      await write(jar, now, session);
      return session;
    },
    async touch(jar, now, session) {
      if (now - session.last >= RESEAL_EVERY) await write(jar, now, { ...session, last: now });
    },
    async end(jar, session) {
      jar.clear("s");
      await revoked.add(session.sid, session.iat + lifetimeOf(session).absolute);
    },
  };
}
