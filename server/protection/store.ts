import type { Redis } from "ioredis";
import type { Database } from "../database";
import { NO_WISHES, type Wishes } from "./rules";

/** The wishes of each member. They outlive sessions, devices and restarts. Methods throw if the store cannot be reached. */
export interface WishStore {
  read(member: string): Promise<Wishes>;
  /** Applies a change to what is stored at that moment, whatever another request has changed meanwhile. */
  change(member: string, next: (known: Wishes) => Wishes): Promise<void>;
}

const read = (document: string | null | undefined): Wishes => (document ? (JSON.parse(document) as Wishes) : NO_WISHES);

/** @param database the one of the sessions, which has the table */
export function sqliteWishes(database: Database): WishStore {
  const stored = (member: string) =>
    read(database.get<{ document: string }>("SELECT document FROM wishes WHERE member = ?", member)?.document);
  return {
    read: async (member) => stored(member),
    change: async (member, next) =>
      database.atomically(() => {
        const document = JSON.stringify(next(stored(member)));
        database.run("INSERT OR REPLACE INTO wishes (member, document) VALUES (?, ?)", member, document);
      }),
  };
}

const REPLACE = `if (redis.call("GET", KEYS[1]) or "") ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2])
return 1`;

const TRIES = 5;

export function redisWishes(redis: Redis): WishStore {
  const keyOf = (member: string) => `wishes:${member}`;
  return {
    read: async (member) => read(await redis.get(keyOf(member))),
    async change(member, next) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const before = (await redis.get(keyOf(member))) ?? "";
        const after = JSON.stringify(next(read(before)));
        if ((await redis.eval(REPLACE, 1, keyOf(member), before, after)) === 1) return;
      }
      throw new Error("the wishes of a member change all the time");
    },
  };
}
