import type { Redis } from "ioredis";
import type { Database } from "../database";
import type { ChatMessage } from "../operator/contract/chat";

/** `uploading_file` and `sending` are on their way; `failed` can be sent again or removed; the operator has taken what is `succeed`. */
export type Delivery = "uploading_file" | "sending" | "failed" | "succeed";

/** A message on its way to the operator. */
export interface Sending {
  /** Made of the form's id and what it says: the same message sent twice is one, another text of the same form is not. */
  id: string;
  /** The form's id: a script in the browser knows its messages by it. Entries of earlier versions have none. */
  form?: string;
  /** Null once the operator's history has it, or once it was removed. While a file is on its way, its name. */
  message: ChatMessage | string | null;
  state: Delivery;
  /** Message key of the operator's code, if that is why it failed. */
  refusal?: string;
  /** It failed because no answer came: the operator may have it all the same, and tell so later. */
  isDoubtful?: boolean;
  /** When it was last sent, in epoch milliseconds. */
  at: number;
}

/**
 * Messages that this app sends, of each conversation by its owner. An id is kept for a day, so that no message is sent
 * twice by one form; the text goes as soon as the operator's history has it. Methods throw if the store cannot be reached.
 */
export interface Outbox {
  /** Whether the id is new. */
  add(owner: string, sending: Sending): Promise<boolean>;
  /** Replaces an entry, unless it has changed; then false. */
  replace(owner: string, before: Sending, after: Sending): Promise<boolean>;
  list(owner: string): Promise<Sending[]>;
}

const KEPT_MS = 24 * 60 * 60 * 1000;

const inOrder = (documents: string[], now: number) =>
  documents
    .map((document) => JSON.parse(document) as Sending)
    .filter(({ at }) => now - at < KEPT_MS)
    .sort((one, other) => one.at - other.at);

/** @param database the one of the sessions, which has the table */
export function sqliteOutbox(database: Database, now: () => number): Outbox {
  return {
    async add(owner, sending) {
      database.run("DELETE FROM sending WHERE at < ?", now() - KEPT_MS);
      const values = [owner, sending.id, JSON.stringify(sending), sending.at] as const;
      const added = database.run(
        "INSERT INTO sending (owner, id, document, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        ...values,
      );
      return added.changes === 1;
    },
    async replace(owner, before, after) {
      const replaced = database.run(
        "UPDATE sending SET document = ?, at = ? WHERE owner = ? AND id = ? AND document = ?",
        JSON.stringify(after),
        after.at,
        owner,
        before.id,
        JSON.stringify(before),
      );
      return replaced.changes === 1;
    },
    list: async (owner) => {
      const rows = database.all<{ document: string }>("SELECT document FROM sending WHERE owner = ?", owner);
      return inOrder(
        rows.map(({ document }) => document),
        now(),
      );
    },
  };
}

const REPLACE = `if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1`;

export function redisOutbox(redis: Redis, now: () => number): Outbox {
  const keyOf = (owner: string) => `outbox:${owner}`;
  return {
    async add(owner, sending) {
      const stored = await redis.hgetall(keyOf(owner));
      const old = Object.keys(stored).filter((id) => now() - (JSON.parse(stored[id]!) as Sending).at >= KEPT_MS);
      // In one step: what a process leaves behind must expire.
      const done = await redis
        .multi()
        .hdel(keyOf(owner), "", ...old)
        .hsetnx(keyOf(owner), sending.id, JSON.stringify(sending))
        .pexpire(keyOf(owner), KEPT_MS)
        .exec();
      return done?.[1]?.[1] === 1;
    },
    replace: async (owner, before, after) =>
      (await redis.eval(REPLACE, 1, keyOf(owner), before.id, JSON.stringify(before), JSON.stringify(after))) === 1,
    list: async (owner) => inOrder(Object.values(await redis.hgetall(keyOf(owner))), now()),
  };
}
