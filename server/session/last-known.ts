import type { Redis } from "ioredis";
import type { LastKnown } from "../context";
import type { Outage } from "../log";
import type { Bus } from "../workers/bus";

/**
 * What members last saw of their balances. It only informs, so the methods never throw: what cannot be read is not
 * known. Each member has an own entry, which no other member can read.
 */
export interface LastKnownStore {
  read(member: string): Promise<LastKnown>;
  /** Changes what is given and keeps the rest. */
  note(member: string, news: LastKnown): Promise<void>;
}

/** Milliseconds that an entry is kept after its last change. */
export const KEPT_MS = 24 * 60 * 60 * 1000;
/** Entries in one process: about 2 MB. */
export const MAX_ENTRIES = 10_000;

/** For one container, in the memory of each of its processes. Nothing is known after a restart. */
export function processLastKnown(now: () => number, bus: Bus): LastKnownStore {
  const entries = new Map<string, { known: LastKnown; until: number }>();
  const knownOf = (member: string): LastKnown => {
    const entry = entries.get(member);
    return entry && entry.until > now() ? entry.known : {};
  };
  const keep = ({ member, news }: { member: string; news: LastKnown }) => {
    const known = { ...knownOf(member), ...news };
    // A map keeps the order of insertion: the first entry is the one that was changed least recently.
    entries.delete(member);
    entries.set(member, { known, until: now() + KEPT_MS });
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!);
  };
  bus.listen("last-known", keep);
  return {
    read: async (member) => knownOf(member),
    async note(member, news) {
      keep({ member, news });
      bus.tell("last-known", { member, news });
    },
  };
}

/** For several containers: one may show what a member saw at another. */
export function redisLastKnown(redis: Redis, outage: Outage): LastKnownStore {
  const keyOf = (member: string) => `known:${member}`;
  return {
    async read(member) {
      try {
        const fields = Object.entries(await redis.hgetall(keyOf(member)));
        return Object.fromEntries(fields.map(([name, value]) => [name, JSON.parse(value)])) as LastKnown;
      } catch (error) {
        outage.failed(error);
        return {};
      }
    },
    async note(member, news) {
      const fields = Object.entries(news).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
      try {
        await redis.multi().hset(keyOf(member), new Map(fields)).pexpire(keyOf(member), KEPT_MS).exec();
      } catch (error) {
        outage.failed(error);
      }
    },
  };
}
