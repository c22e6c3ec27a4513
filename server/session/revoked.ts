import type { Redis } from "ioredis";
import { migrate, type Database } from "../database";
import type { Log } from "../log";

/** Sessions that were signed out before their cookies expired. */
export interface RevokedSessions {
  /** @param until epoch milliseconds; the session's cookies have expired by then, so the entry may be dropped */
  add(sid: string, until: number): Promise<void>;
  has(sid: string): Promise<boolean>;
}

const SCHEMA = ["CREATE TABLE denied_session (sid TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID"];

/** For one container. A sign-out is on disk before it is answered; lookups come from memory. */
export function sqliteRevoked(database: Database, now: () => number): RevokedSessions {
  migrate(database, SCHEMA);
  database.run("DELETE FROM denied_session WHERE until < ?", now());
  const rows = database.all<{ sid: string; until: number }>("SELECT sid, until FROM denied_session");
  const known = new Map(rows.map(({ sid, until }) => [sid, until]));
  const forget = () => {
    for (const [sid, until] of known) if (until < now()) known.delete(sid);
    database.run("DELETE FROM denied_session WHERE until < ?", now());
  };
  let added = 0;
  return {
    async add(sid, until) {
      database.run("INSERT OR REPLACE INTO denied_session (sid, until) VALUES (?, ?)", sid, until);
      known.set(sid, until);
      added += 1;
      if (added % 1000 === 0) forget();
    },
    has: async (sid) => known.has(sid),
  };
}

/**
 * For several containers. While Redis is unreachable no session counts as revoked, so that members can still read;
 * money operations need Redis anyway.
 */
export function redisRevoked(redis: Redis, now: () => number, log: Log): RevokedSessions {
  const key = (sid: string) => `denied:${sid}`;
  return {
    async add(sid, until) {
      await redis.set(key(sid), "1", "PX", Math.max(1, until - now()));
    },
    async has(sid) {
      try {
        return (await redis.exists(key(sid))) === 1;
      } catch (error) {
        log.error({ err: error }, "revoked sessions unreachable");
        return false;
      }
    },
  };
}
