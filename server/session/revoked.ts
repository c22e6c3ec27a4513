import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { migrate, type Database } from "../database";
import type { Log } from "../log";
import { SESSIONS_SCHEMA } from "./schema";

/** What a session knows of itself that decides whether it was signed out. */
export interface RevocableSession {
  sid: string;
  member: { id: string };
  generation?: string;
}

/** A member has signed out all sessions but one: this one and those that begin later, in its generation, are valid. */
interface Kept {
  generation: string;
  sid: string;
}

/**
 * Sessions that were signed out before their cookies expired. The list has an id, made with it: a session notes the id
 * of the list that it began with. A list that was emptied has a new id, so the sessions whose sign-outs it has lost are
 * recognised without comparing the clocks of two machines. In the same way a session notes the generation of its member's
 * sessions.
 */
export interface RevokedSessions {
  /**
   * Never throws: what cannot be written now counts in this process at once and is written as soon as possible.
   * @param until epoch milliseconds; the session's cookies have expired by then, so the entry may be dropped
   */
  add(sid: string, until: number): Promise<void>;
  /**
   * Signs out all sessions of the member but `sid`, known or not. @throws Error if it cannot be written
   * @param until epoch milliseconds; the cookies of all of them have expired by then
   */
  addOthers(member: string, sid: string, until: number): Promise<void>;
  /** Whether the session was signed out, and the id of the list. @throws Error if the list cannot be read */
  find(session: RevocableSession): Promise<{ revoked: boolean; list: string }>;
  /** What a new session notes. While the list cannot be read, its last known id and no generation. */
  begin(member: string): Promise<{ list: string; generation?: string }>;
}

const isOther = (kept: Kept | null, { sid, generation }: RevocableSession) =>
  kept !== null && kept.sid !== sid && kept.generation !== generation;

const newId = () => randomBytes(8).toString("hex");

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

/** For one container. A sign-out is on disk before it is answered; lookups come from memory. */
export function sqliteRevoked(database: Database, now: () => number, log: Log): RevokedSessions {
  migrate(database, SESSIONS_SCHEMA);
  const list = database.atomically(() => {
    const known = database.get<{ id: string }>("SELECT id FROM list");
    if (known) return known.id;
    const id = newId();
    database.run("INSERT INTO list (id) VALUES (?)", id);
    return id;
  });
  database.run("DELETE FROM denied_session WHERE until < ?", now());
  database.run("DELETE FROM kept_session WHERE until < ?", now());
  const keptOf = (member: string) =>
    database.get<Kept>("SELECT generation, sid FROM kept_session WHERE member = ?", member) ?? null;
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
    async addOthers(member, sid, until) {
      const values = [member, newId(), sid, until] as const;
      database.run(
        "INSERT OR REPLACE INTO kept_session (member, generation, sid, until) VALUES (?, ?, ?, ?)",
        ...values,
      );
    },
    find: async (session) => ({
      revoked: known.has(session.sid) || isOther(keptOf(session.member.id), session),
      list,
    }),
    begin: async (member) => ({ list, generation: keptOf(member)?.generation }),
  };
}

/** Without it, a new list begins. */
export const LIST_KEY = "denied-list";

/** Writes a value that must last, for `ms` milliseconds. @throws Error if it is not known whether it was written */
export type Keep = (key: string, value: string, ms: number) => Promise<void>;

/** For several containers. @throws Error if Redis cannot be reached at the start */
export async function redisRevoked(redis: Redis, now: () => number, log: Log, keep: Keep): Promise<RevokedSessions> {
  const keyOf = (sid: string) => `denied:${sid}`;
  const othersOf = (member: string) => `denied-others:${member}`;
  const create = async (): Promise<string> => {
    // One of several instances wins, and all of them read what it wrote.
    await redis.set(LIST_KEY, newId(), "NX");
    return (await redis.get(LIST_KEY)) ?? create();
  };
  const { waiting, flush } = backlog(async (sid, until) => {
    await keep(keyOf(sid), "1", Math.max(1, until - now()));
  }, log);
  const read = async (member: string, sid: string) => {
    const [known, denied, others] = await redis.mget(LIST_KEY, keyOf(sid), othersOf(member));
    latest = known ?? (await create());
    if (waiting.size > 0) void flush();
    const kept = others ? (JSON.parse(others) as Kept) : null;
    return { denied: denied !== null || waiting.has(sid), kept, list: latest };
  };
  let latest = (await redis.get(LIST_KEY)) ?? (await create());
  redis.on("ready", () => void flush());
  return {
    async add(sid, until) {
      waiting.set(sid, until);
      await flush();
    },
    async addOthers(member, sid, until) {
      const kept: Kept = { generation: newId(), sid };
      await keep(othersOf(member), JSON.stringify(kept), Math.max(1, until - now()));
    },
    async find(session) {
      const { denied, kept, list } = await read(session.member.id, session.sid);
      return { revoked: denied || isOther(kept, session), list };
    },
    // If the list comes back empty, a session with the old id is refused: the member signs in once more.
    begin: (member) =>
      read(member, "").then(
        ({ list, kept }) => ({ list, generation: kept?.generation }),
        () => ({ list: latest }),
      ),
  };
}
