import { randomBytes } from "node:crypto";
import type { CookieJar } from "./cookies";
import type { Identity } from "../context";
import type { Outage } from "../log";
import { deviceOf } from "./device";
import type { Ends } from "./ends";
import type { KnownSession, SessionRegister, SignIn } from "./register";
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
  /** The member's sign-in before this one, if it is known. */
  before?: SignIn;
  /** Id of the list of revoked sessions, and generation of the member's sessions, when this one began: `revoked.ts`. */
  list: string;
  generation?: string;
}

/** The request that a session is read from or written to. */
export interface Visit {
  jar: CookieJar;
  /** Epoch milliseconds. */
  now: number;
  userAgent: string | undefined;
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
  read(visit: Visit): Promise<ReadSession>;
  /** Starts a session with a new id. @throws SessionTooLarge */
  start(visit: Visit, member: Identity, token: string, remember: boolean): Promise<Session>;
  /** Records the time of this request, at most every five minutes. */
  touch(visit: Visit, session: Session): Promise<void>;
  /** The session after the member has given the password again, with the token of that. @throws SessionTooLarge */
  confirm(visit: Visit, session: Session, token: string): Promise<Session>;
  /**
   * Ends the session and revokes every copy of its cookie. Resolves to whether that is stored; if not, the copies end
   * within the hour.
   */
  end(visit: Visit, session: Session): Promise<boolean>;
  /** The sessions of this session's member, the latest first. @throws Error if they cannot be read */
  list(visit: Visit, session: Session): Promise<KnownSession[]>;
  /** Ends all sessions of the member but this one. @throws Error if that cannot be stored: none has ended then */
  endOthers(visit: Visit, session: Session): Promise<void>;
  /** Calls `then` with whatever ends from now on, here or in another container. */
  onEnd: Ends["listen"];
  /**
   * The session with a new id, after the member has given a new password. All others end, and with them every copy of this
   * one's cookie. @throws Error if that cannot be stored: none has ended then
   */
  renew(visit: Visit, session: Session): Promise<Session>;
}

export const newSid = () => randomBytes(16).toString("base64url");

const NONE: ReadSession = { session: null, expired: null, unchecked: null };

/** Milliseconds after which no cookie of a session is valid any more. */
export const LONGEST_MS = LIFETIMES.remember.absolute;

const lifetimeOf = (session: Pick<Session, "remember">) => LIFETIMES[session.remember ? "remember" : "usual"];

interface SessionsOptions {
  seal: Seal;
  revoked: RevokedSessions;
  register: SessionRegister;
  ends: Ends;
  /** Of the store that has both. */
  outage: Outage;
}

/** Sessions live in a sealed cookie; the server only stores those that were signed out, and what members see of theirs. */
export function createSessions({ seal, revoked, register, ends, outage }: SessionsOptions): Sessions {
  const find = async (session: Session) => {
    try {
      const found = await revoked.find(session);
      outage.works();
      return found;
    } catch (error) {
      outage.failed(error);
      return null;
    }
  };
  /** The register only informs: without it everything else goes on. */
  const registered = <T>(change: Promise<T>) => change.catch(outage.failed);
  const note = ({ userAgent }: Visit, { sid, member, iat, last, remember }: Session) => {
    const { idle, absolute } = lifetimeOf({ remember });
    const until = Math.min(last + idle, iat + absolute);
    return register.note(member.id, { sid, since: iat, last, until, ...deviceOf(userAgent) });
  };
  const write = async ({ jar, now }: Visit, session: Session) => {
    const sealed = await seal.seal("session", session);
    if (sealed.length > MAX_COOKIE) throw new SessionTooLarge(`the sealed session is ${sealed.length} characters long`);
    const left = session.iat + lifetimeOf(session).absolute - now;
    jar.set("s", sealed, session.remember ? left / 1000 : undefined);
  };
  const endOthers: Sessions["endOthers"] = async ({ now }, { member, sid }) => {
    await revoked.addOthers(member.id, sid, now + LONGEST_MS);
    ends.tell({ member: member.id, but: sid });
    const forgetOthers = async () => {
      const sids = (await register.list(member.id)).map((one) => one.sid);
      await register.forget(
        member.id,
        sids.filter((one) => one !== sid),
      );
    };
    await registered(forgetOthers());
  };
  return {
    onEnd: ends.listen,
    async read({ jar, now }) {
      const sealed = jar.get("s");
      if (!sealed) return NONE;
      const session = await seal.open<Session>("session", sealed);
      const found = session && (await find(session));
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
    async start(visit, member, token, remember) {
      const { now } = visit;
      const began = await revoked.begin(member.id);
      const signIn = { at: now, ...deviceOf(visit.userAgent) };
      const before = (await registered(register.signedIn(member.id, signIn))) ?? undefined;
      const session: Session = { v: 1, sid: newSid(), member, token, iat: now, last: now, remember, before, ...began };
      await write(visit, session);
      await registered(note(visit, session));
      return session;
    },
    async touch(visit, session) {
      if (visit.now - session.last < RESEAL_EVERY) return;
      const touched = { ...session, last: visit.now };
      await write(visit, touched);
      await registered(note(visit, touched));
    },
    async confirm(visit, session, token) {
      const confirmed: Session = { ...session, token, confirmed: visit.now, last: visit.now };
      await write(visit, confirmed);
      return confirmed;
    },
    async end({ jar }, session) {
      jar.clear("s");
      const isStored = await revoked.add(session.sid, session.iat + lifetimeOf(session).absolute);
      ends.tell({ sid: session.sid });
      await registered(register.forget(session.member.id, [session.sid]));
      return isStored;
    },
    async list(visit, session) {
      const { member, sid } = session;
      const known = await register.list(member.id);
      if (known.some((one) => one.sid === sid)) return known;
      // It began before there was a register, or the register could not be written.
      await note(visit, session);
      return register.list(member.id);
    },
    endOthers,
    async renew(visit, session) {
      const { now } = visit;
      const renewed: Session = { ...session, sid: newSid(), confirmed: now, last: now };
      await endOthers(visit, renewed);
      await write(visit, renewed);
      await registered(note(visit, renewed));
      return renewed;
    },
  };
}
