import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, rmSync } from "node:fs";
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
   * Never throws: what cannot be written now counts in this process at once and is written as soon as possible. If that
   * never happens, because this process ends before, all sessions end within the hour: a new list begins.
   * @param until epoch milliseconds; the session's cookies have expired by then, so the entry may be dropped
   * @returns whether it was written
   */
  add(sid: string, until: number): Promise<boolean>;
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

/** Lists that begin with it have a promise that they are whole (`Promised`); older ones have none. */
const PROMISED = "w";

const newId = () => PROMISED + randomBytes(8).toString("hex");

/** The promise that the list has all sign-outs. Taking it back must work where nothing can be written. */
interface Promised {
  give(): Promise<unknown> | void;
  takeBack(): Promise<unknown> | void;
}

/** Entries that are still to be written. */
function backlog(write: (sid: string, until: number) => Promise<void> | void, promised: Promised, log: Log) {
  const waiting = new Map<string, number>();
  let isPromised = true;
  const flush = async (): Promise<boolean> => {
    try {
      for (const [sid, until] of waiting) {
        await write(sid, until);
        waiting.delete(sid);
      }
      if (!isPromised) await promised.give();
      isPromised = true;
    } catch (error) {
      if (isPromised) log.error({ err: error, waiting: waiting.size }, "sign-outs could not be stored");
      isPromised = false;
      // Without a connection, too. Then nobody else has one, or Redis tells later that this process is missing.
      await Promise.resolve()
        .then(() => promised.takeBack())
        .catch(() => {});
    }
    return isPromised;
  };
  return {
    waiting,
    flush,
    /** To be called with every read. */
    retry: () => (isPromised ? undefined : void flush()),
  };
}

/** A file whose existence promises that the list is whole: on a full disk it can still be deleted. */
const promiseFile = (file: string) => ({
  isGiven: () => existsSync(file),
  give: () => closeSync(openSync(file, "a", 0o600)),
  takeBack: () => rmSync(file, { force: true }),
});

/**
 * For one container. A sign-out is on disk before it is answered, and counts in all its processes then.
 * @param wholeFile exists while all sign-outs are in the database
 * @param joins another process of the container has begun, and looks after the list
 */
export function sqliteRevoked(
  database: Database,
  now: () => number,
  log: Log,
  wholeFile: string,
  joins = false,
): RevokedSessions {
  migrate(database, SESSIONS_SCHEMA);
  const promised = promiseFile(wholeFile);
  const known = database.get<{ id: string }>("SELECT id FROM list")?.id;
  const isWhole = known !== undefined && (joins || promised.isGiven() || !known.startsWith(PROMISED));
  const list = isWhole ? known : newId();
  if (!isWhole) {
    promised.give();
    database.atomically(() => {
      database.run("DELETE FROM list");
      database.run("INSERT INTO list (id) VALUES (?)", list);
    });
  }
  const forget = () => database.run("DELETE FROM denied_session WHERE until < ?", now());
  forget();
  database.run("DELETE FROM kept_session WHERE until < ?", now());
  const keptOf = (member: string) =>
    database.get<Kept>("SELECT generation, sid FROM kept_session WHERE member = ?", member) ?? null;
  const isDenied = (sid: string) => database.get("SELECT 1 FROM denied_session WHERE sid = ?", sid) !== undefined;
  let written = 0;
  const write = (sid: string, until: number) => {
    database.run("INSERT OR REPLACE INTO denied_session (sid, until) VALUES (?, ?)", sid, until);
    written += 1;
    if (written % 1000 === 0) forget();
  };
  const { waiting, flush, retry } = backlog(write, promised, log);
  return {
    add(sid, until) {
      waiting.set(sid, until);
      return flush();
    },
    async addOthers(member, sid, until) {
      const values = [member, newId(), sid, until] as const;
      database.run(
        "INSERT OR REPLACE INTO kept_session (member, generation, sid, until) VALUES (?, ?, ?, ?)",
        ...values,
      );
    },
    async find(session) {
      retry();
      const revoked = waiting.has(session.sid) || isDenied(session.sid);
      return { revoked: revoked || isOther(keptOf(session.member.id), session), list };
    },
    begin: async (member) => ({ list, generation: keptOf(member)?.generation }),
  };
}

/** Milliseconds after which a list that may not be whole ends. */
const DOUBTFUL_MS = 50 * 60_000;

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
  const write = (sid: string, until: number) => keep(keyOf(sid), "1", Math.max(1, until - now()));
  const promised = {
    give: () => redis.persist(LIST_KEY),
    // A full Redis still lets keys expire. Sign-outs that fail later must not put off the end.
    async takeBack() {
      if ((await redis.pttl(LIST_KEY)) === -1) await redis.pexpire(LIST_KEY, DOUBTFUL_MS);
    },
  };
  const { waiting, flush, retry } = backlog(write, promised, log);
  const read = async (member: string, sid: string) => {
    const [known, denied, others] = await redis.mget(LIST_KEY, keyOf(sid), othersOf(member));
    latest = known ?? (await create());
    retry();
    const kept = others ? (JSON.parse(others) as Kept) : null;
    return { denied: denied !== null || waiting.has(sid), kept, list: latest };
  };
  let latest = (await redis.get(LIST_KEY)) ?? (await create());
  redis.on("ready", () => void flush());
  return {
    add(sid, until) {
      waiting.set(sid, until);
      return flush();
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
