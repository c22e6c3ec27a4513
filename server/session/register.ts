import type { Redis } from "ioredis";
import { migrate, type Database } from "../database";
import type { Device } from "./device";
import { SESSIONS_SCHEMA } from "./schema";

/** A session as its member sees it. Times in epoch milliseconds. */
export interface KnownSession extends Device {
  sid: string;
  /** Sign-in. */
  since: number;
  /** Last recorded request. */
  last: number;
  /** When it ends if nothing more is heard of it. */
  until: number;
}

/** A sign-in; `at` in epoch milliseconds. */
export interface SignIn extends Device {
  at: number;
}

/**
 * The sessions of each member, for their eyes only: whether a session is valid is decided by its cookie and the list of
 * revoked ones. It has no tokens. The methods throw if the store cannot be reached.
 */
export interface SessionRegister {
  /** Adds a session or changes it. Of many sessions the latest are kept. */
  note(member: string, session: KnownSession): Promise<void>;
  /** Those that have not ended, the latest first. */
  list(member: string): Promise<KnownSession[]>;
  forget(member: string, sids: readonly string[]): Promise<void>;
  /** Keeps the member's latest sign-in. Resolves to the one before, also if its session has ended; null: none is known. */
  signedIn(member: string, signIn: SignIn): Promise<SignIn | null>;
}

/** Milliseconds that the latest sign-in of a member is kept: members may stay away for a year. */
const SIGN_IN_MS = 400 * 24 * 3_600_000;

/** Sessions that are kept of one member. */
export const MAX_KNOWN = 20;

const latest = (sessions: KnownSession[], now: number) =>
  sessions
    .filter(({ until }) => until > now)
    .sort((one, other) => other.last - one.last || other.since - one.since)
    .slice(0, MAX_KNOWN);

/** The sessions to forget: they have ended, or there are later ones. */
function surplus(sessions: KnownSession[], now: number): string[] {
  const kept = new Set(latest(sessions, now));
  return sessions.filter((session) => !kept.has(session)).map(({ sid }) => sid);
}

export function sqliteRegister(database: Database, now: () => number): SessionRegister {
  migrate(database, SESSIONS_SCHEMA);
  database.run("DELETE FROM known_session WHERE until < ?", now());
  database.run("DELETE FROM sign_in WHERE at < ?", now() - SIGN_IN_MS);
  const all = (member: string) =>
    database
      .all<{ document: string }>("SELECT document FROM known_session WHERE member = ?", member)
      .map(({ document }) => JSON.parse(document) as KnownSession);
  const forget = (member: string, sids: readonly string[]) => {
    for (const sid of sids) database.run("DELETE FROM known_session WHERE member = ? AND sid = ?", member, sid);
  };
  return {
    note: async (member, session) =>
      database.atomically(() => {
        const values = [member, session.sid, JSON.stringify(session), session.until] as const;
        database.run(
          "INSERT OR REPLACE INTO known_session (member, sid, document, until) VALUES (?, ?, ?, ?)",
          ...values,
        );
        forget(member, surplus(all(member), now()));
      }),
    list: async (member) => latest(all(member), now()),
    forget: async (member, sids) => database.atomically(() => forget(member, sids)),
    signedIn: async (member, signIn) =>
      database.atomically(() => {
        const before = database.get<{ document: string }>("SELECT document FROM sign_in WHERE member = ?", member);
        const values = [member, JSON.stringify(signIn), signIn.at] as const;
        database.run("INSERT OR REPLACE INTO sign_in (member, document, at) VALUES (?, ?, ?)", ...values);
        return before ? (JSON.parse(before.document) as SignIn) : null;
      }),
  };
}

/** @param keepMs milliseconds after which a member's sessions are forgotten if nothing is heard of any */
export function redisRegister(redis: Redis, now: () => number, keepMs: number): SessionRegister {
  const keyOf = (member: string) => `sessions:${member}`;
  const all = async (member: string) =>
    (await redis.hvals(keyOf(member))).map((document) => JSON.parse(document) as KnownSession);
  const forget = async (member: string, sids: readonly string[]) => {
    if (sids.length > 0) await redis.hdel(keyOf(member), ...sids);
  };
  return {
    async note(member, session) {
      await redis.hset(keyOf(member), session.sid, JSON.stringify(session));
      await redis.pexpire(keyOf(member), keepMs);
      await forget(member, surplus(await all(member), now()));
    },
    list: async (member) => latest(await all(member), now()),
    forget,
    async signedIn(member, signIn) {
      const key = `sign-in:${member}`;
      const write = redis.multi().get(key).set(key, JSON.stringify(signIn), "PX", SIGN_IN_MS);
      const [[error, before] = []] = (await write.exec()) ?? [];
      if (error) throw error;
      return before ? (JSON.parse(before as string) as SignIn) : null;
    },
  };
}
