import type { Redis } from "ioredis";
import type { LastKnown } from "../context";
import type { Outage } from "../log";
import type { Bus } from "../workers/bus";

/**
 * What members last saw of their balances, and the names of games. It only informs, so the methods never throw: what cannot be read is not
 * known. Each member has an own entry, which no other member can read.
 */
export interface LastKnownStore {
  read(member: string): Promise<LastKnown>;
  /** Changes what is given and keeps the rest. */
  note(member: string, news: LastKnown): Promise<void>;
  /** The names of games by code, as the operator last gave them to any member. */
  games(): Promise<GameNames>;
  /** Keeps the names of other games. */
  noteGames(names: GameNames): Promise<void>;
}

type GameNames = Readonly<Record<string, string>>;

/** Milliseconds that an entry is kept after its last change. */
export const KEPT_MS = 24 * 60 * 60 * 1000;
/** Entries in one process: about 2 MB. */
export const MAX_ENTRIES = 10_000;
/** Names of games: an operator has a few dozen. */
export const MAX_GAMES = 500;

/** What is news of these names; null: nothing, or there are too many. */
function newsOf(known: GameNames, names: GameNames): GameNames | null {
  const news = Object.entries(names).filter(([code, name]) => name && known[code] !== name);
  const isFull = Object.keys({ ...known, ...Object.fromEntries(news) }).length > MAX_GAMES;
  return news.length > 0 && !isFull ? Object.fromEntries(news) : null;
}

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
  let games: GameNames = {};
  const keepGames = (news: GameNames) => void (games = { ...games, ...news });
  bus.listen("game-names", keepGames);
  return {
    read: async (member) => knownOf(member),
    async note(member, news) {
      keep({ member, news });
      bus.tell("last-known", { member, news });
    },
    games: async () => games,
    async noteGames(names) {
      const news = newsOf(games, names);
      if (!news) return;
      keepGames(news);
      bus.tell("game-names", news);
    },
  };
}

/** Key of the names of games; no member has it. */
const GAMES_KEY = "known-games";

/** For several containers: one may show what a member saw at another. */
export function redisLastKnown(redis: Redis, outage: Outage): LastKnownStore {
  const keyOf = (member: string) => `known:${member}`;
  /** As this process has noted them: it writes only news. */
  let noted: GameNames = {};
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
    async games() {
      try {
        return { ...noted, ...(await redis.hgetall(GAMES_KEY)) };
      } catch (error) {
        outage.failed(error);
        return noted;
      }
    },
    async noteGames(names) {
      const news = newsOf(noted, names);
      if (!news) return;
      try {
        await redis.hset(GAMES_KEY, new Map(Object.entries(news)));
        noted = { ...noted, ...news };
      } catch (error) {
        outage.failed(error);
      }
    },
  };
}
