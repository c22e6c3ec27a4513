import type { Redis } from "ioredis";
import type { Database } from "../database";
import type { Outage } from "../log";

/** What is known of one conversation. All times are the operator's, in epoch milliseconds: no other clock tells what is new. */
export interface SeenChat {
  /** Everything up to this message was seen; 0: there was nothing yet; null: not known. */
  until: number | null;
  /** The newest message that a page or a socket has brought; 0: none. */
  shown: number;
  /** How many messages of support came after `until`, when they were last counted. */
  unread: number;
}

/**
 * What people have seen of their conversations, for all processes that show them. It only informs, so the methods never
 * throw: what cannot be read is not known.
 */
export interface SeenChats {
  read(owner: string): Promise<SeenChat>;
  /** A page or a socket has brought a message of this time. */
  show(owner: string, at: number): Promise<void>;
  /** Everything up to this time was seen. @returns until when everything was seen before; null: not known */
  see(owner: string, at: number): Promise<number | null>;
  /** So many came after `until`. What was seen meanwhile makes it void. */
  count(owner: string, until: number, unread: number): Promise<void>;
}

/** Milliseconds that an entry is kept: as long as a browser knows a guest's conversation. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const UNKNOWN: SeenChat = { until: null, shown: 0, unread: 0 };

/** @param database the one of the sessions, which has the table */
export function sqliteSeenChats(database: Database, now: () => number, outage: Outage): SeenChats {
  const stored = (owner: string) =>
    database.get<SeenChat>("SELECT until, shown, unread FROM seen_chat WHERE owner = ?", owner) ?? UNKNOWN;
  // A commit waits for the disk: nothing is written that is known.
  const write = (owner: string, { until, shown, unread }: SeenChat) => {
    database.run("DELETE FROM seen_chat WHERE at < ?", now() - KEPT_MS);
    database.run(
      "INSERT OR REPLACE INTO seen_chat (owner, until, shown, unread, at) VALUES (?, ?, ?, ?, ?)",
      ...[owner, until, shown, unread, now()],
    );
  };
  const change = (owner: string, next: (known: SeenChat) => SeenChat | null) =>
    database.atomically(() => {
      const known = stored(owner);
      const after = next(known);
      if (after) write(owner, after);
      return known;
    });
  return mild(outage, {
    read: async (owner) => stored(owner),
    show: async (owner, at) => {
      if (stored(owner).shown < at) change(owner, (known) => (known.shown < at ? { ...known, shown: at } : null));
    },
    see: async (owner, at) =>
      change(owner, (known) => ((known.until ?? -1) < at ? { ...known, until: at, unread: 0 } : null)).until,
    count: async (owner, until, unread) =>
      void change(owner, (known) => (known.until === until && known.unread !== unread ? { ...known, unread } : null)),
  });
}

const RAISE = `local before = redis.call("HGET", KEYS[1], ARGV[1])
if tonumber(before or -1) < tonumber(ARGV[2]) then redis.call("HSET", KEYS[1], ARGV[1], ARGV[2]) end
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return before`;

/** For several containers: one may show what was seen at another. */
export function redisSeenChats(redis: Redis, outage: Outage): SeenChats {
  const keyOf = (owner: string) => `seen-chat:${owner}`;
  const raise = async (owner: string, field: "until" | "shown", at: number) => {
    const before = (await redis.eval(RAISE, 1, keyOf(owner), field, at, KEPT_MS)) as string | null;
    return before === null ? null : Number(before);
  };
  return mild(outage, {
    async read(owner) {
      const { until, shown = 0, counted = "" } = (await redis.hgetall(keyOf(owner))) as Record<string, string>;
      const [after, unread] = counted.split(":");
      return {
        until: until === undefined ? null : Number(until),
        shown: Number(shown),
        unread: until !== undefined && after === until ? Number(unread) : 0,
      };
    },
    show: async (owner, at) => void (await raise(owner, "shown", at)),
    see: (owner, at) => raise(owner, "until", at),
    // It names what it was counted after.
    count: async (owner, until, unread) =>
      void (await redis
        .multi()
        .hset(keyOf(owner), { counted: `${until}:${unread}` })
        .pexpire(keyOf(owner), KEPT_MS)
        .exec()),
  });
}

/** Tells of a store that is away, and goes on without it. */
function mild(outage: Outage, { read, show, see, count }: SeenChats): SeenChats {
  const trying =
    <In extends unknown[], Out>(ask: (...values: In) => Promise<Out>, unknown: Out) =>
    (...values: In): Promise<Out> =>
      ask(...values).catch((error: unknown) => {
        outage.failed(error);
        return unknown;
      });
  return {
    read: trying(read, UNKNOWN),
    show: trying(show, undefined),
    see: trying(see, null),
    count: trying(count, undefined),
  };
}
