import type { Redis } from "ioredis";

/**
 * Keeps the largest value of an hour, and the hours of one day. KEYS: a hash of milliseconds by hour. ARGV: hour,
 * milliseconds.
 */
const NOTE_LAG = `
if tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '-1') < tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
for _, hour in ipairs(redis.call('HKEYS', KEYS[1])) do
  if tonumber(hour) <= ARGV[1] - 24 then redis.call('HDEL', KEYS[1], hour) end
end`;

/** The measured lags of a statement, in milliseconds. Hours count from the epoch. */
export function redisLag(redis: Redis, prefix: string) {
  const key = `${prefix}lag`;
  return {
    /** The longest of the 24 hours up to this one; null if there is none. */
    async lag(hour: number): Promise<number | null> {
      const hours = Object.entries(await redis.hgetall(key));
      const known = hours.flatMap(([at, ms]) => (Number(at) > hour - 24 ? [Number(ms)] : []));
      return known.length > 0 ? Math.max(...known) : null;
    },
    async noteLag(hour: number, ms: number): Promise<void> {
      await redis.eval(NOTE_LAG, 1, key, hour, ms);
    },
  };
}
