import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { migrate, type Database } from "../database";
import type { Log } from "../log";

/**
 * Sessions that were signed out before their cookies expired. The list has an id, made with it: a session notes the id
 * of the list that it began with. A list that was emptied has a new id, so the sessions whose sign-outs it has lost are
 * recognised without comparing the clocks of two machines.
 */
export interface RevokedSessions {
  /**
   * Never throws: what cannot be written now counts in this process at once and is written as soon as possible.
   * @param until epoch milliseconds; the session's cookies have expired by then, so the entry may be dropped
   */
  add(sid: string, until: number): Promise<void>;
  /** Whether the session was signed out, and the id of the list. @throws Error if the list cannot be read */
  find(sid: string): Promise<{ revoked: boolean; list: string }>;
  /** Id of the list for a new session; the last known one while the list cannot be read. */
  list(): Promise<string>;
}

const newList = () => randomBytes(8).toString("hex");

/** Entries that are still to be written. */
function backlog(write: (sid: string, until: number) => Promise<void> | void, log: Log) {
  const waiting = new Map<string, number>();
  const flush = async () => {
    try {
      for (const [sid, until] of waiting) {
        await write(sid, until);
        waiting.delete(sid);
      }
    } catch (error) {
      log.error({ err: error, waiting: waiting.size }, "sign-outs could not be stored");
    }
  };
  return { waiting, flush };
}

const SCHEMA = [
  "CREATE TABLE denied_session (sid TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE list (id TEXT NOT NULL) STRICT",
];

/** For one container. A sign-out is on disk before it is answered; lookups come from memory. */
export function sqliteRevoked(database: Database, now: () => number, log: Log): RevokedSessions {
  migrate(database, SCHEMA);
  const list = database.atomically(() => {
    const known = database.get<{ id: string }>("SELECT id FROM list");
    if (known) return known.id;
    const id = newList();
    database.run("INSERT INTO list (id) VALUES (?)", id);
    return id;
  });
  database.run("DELETE FROM denied_session WHERE until < ?", now());
  const rows = database.all<{ sid: string; until: number }>("SELECT sid, until FROM denied_session");
  const known = new Map(rows.map(({ sid, until }) => [sid, until]));
  const forget = () => {
    for (const [sid, until] of known) if (until < now()) known.delete(sid);
    database.run("DELETE FROM denied_session WHERE until < ?", now());
  };
  const { waiting, flush } = backlog((sid, until) => {
    database.run("INSERT OR REPLACE INTO denied_session (sid, until) VALUES (?, ?)", sid, until);
    if (known.size % 1000 === 0) forget();
  }, log);
  return {
    async add(sid, until) {
      known.set(sid, until);
      waiting.set(sid, until);
      await flush();
    },
    find: async (sid) => ({ revoked: known.has(sid), list }),
    list: async () => list,
  };
}

const LIST_KEY = "denied-list";

/** For several containers. @throws Error if Redis cannot be reached at the start */
export async function redisRevoked(redis: Redis, now: () => number, log: Log): Promise<RevokedSessions> {
  const keyOf = (sid: string) => `denied:${sid}`;
  const create = async (): Promise<string> => {
    // One of several instances wins, and all of them read what it wrote.
    await redis.set(LIST_KEY, newList(), "NX");
    return (await redis.get(LIST_KEY)) ?? create();
  };
  const { waiting, flush } = backlog(async (sid, until) => {
    await redis.set(keyOf(sid), "1", "PX", Math.max(1, until - now()));
  }, log);
  const read = async (sid: string) => {
    const [known, denied] = await redis.mget(LIST_KEY, keyOf(sid));
    latest = known ?? (await create());
    if (waiting.size > 0) void flush();
    return { revoked: denied !== null || waiting.has(sid), list: latest };
  };
  let latest = (await redis.get(LIST_KEY)) ?? (await create());
  redis.on("ready", () => void flush());
  return {
    async add(sid, until) {
      waiting.set(sid, until);
      await flush();
    },
    find: read,
    // If the list comes back empty, a session with the old id is refused: the member signs in once more.
    list: () =>
      read("").then(
        ({ list }) => list,
        () => latest,
      ),
  };
}
