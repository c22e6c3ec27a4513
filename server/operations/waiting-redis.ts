import type { Redis } from "ioredis";
import { KEEP_MS, type Marks, type Waiting } from "./store";

const STATES = ["unknown", "review"] as const;
/** So many of the oldest entries are compared with the records at each reading. */
const COMPARED = 20;

interface Options {
  /** Epoch milliseconds by Redis' clock. */
  now(): Promise<number>;
  /** Whether the records of a member have an operation in this state that was not acknowledged. */
  isIn(memberId: string, state: (typeof STATES)[number]): Promise<boolean>;
}

/**
 * Members who wait for an outcome, in one sorted set for each state. It is for those who watch the product: it is written
 * after the records and not waited for, so that nothing a member does depends on it. What a crash leaves behind is found by
 * comparing the oldest entries with the records.
 */
export function redisWaiting(redis: Redis, prefix: string, { now, isIn }: Options) {
  const key = (state: string) => `${prefix}${state}`;

  const read = async (state: (typeof STATES)[number]): Promise<Waiting> => {
    await redis.zremrangebyscore(key(state), "-inf", (await now()) - KEEP_MS);
    for (const memberId of await redis.zrange(key(state), 0, COMPARED - 1))
      if (!(await isIn(memberId, state))) await redis.zrem(key(state), memberId);
    const [members, [, oldest = null]] = await Promise.all([
      redis.zcard(key(state)),
      redis.zrange(key(state), 0, 0, "WITHSCORES"),
    ]);
    return { members, oldest: oldest === null ? null : Number(oldest) };
  };

  return {
    note(memberId: string, marks: Omit<Marks, "lease">): void {
      for (const state of STATES) {
        const at = marks[state];
        const noted = at === null ? redis.zrem(key(state), memberId) : redis.zadd(key(state), at, memberId);
        noted.catch(() => {});
      }
    },
    read: async () => ({ unknown: await read("unknown"), review: await read("review") }),
  };
}
