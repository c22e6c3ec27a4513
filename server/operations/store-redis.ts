import type { Redis } from "ioredis";
import { redisHistory, type History } from "./history";
import { createStore, KEEP_MS } from "./store";
import type { StoredRecords } from "./records";
import type { StoreBackend, OpStore } from "./store";
import type { Observer } from "./step";
import type { OpRecord } from "./types";

export interface RedisStoreOptions {
  /** Milliseconds that money operations are refused if the store is new, was wiped or has forgotten something. */
  closedForMs: number;
  now?: () => number;
  observe?: Observer;
  /** Prefix of every key, after the one of the connection. */
  prefix?: string;
  /** By default one of its own, without replicas. */
  history?: History;
}

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

/**
 * Operations in a Redis that several containers share. What it must be like: `refuseForgetful`.
 * @throws Error if Redis cannot be reached
 */
export async function redisStore(redis: Redis, options: RedisStoreOptions): Promise<OpStore> {
  const { prefix = "op:", history = redisHistory(redis, { prefix, ...options }) } = options;
  const leasesKey = `${prefix}leases`;
  const headKey = (memberId: string) => `${prefix}head:${memberId}`;
  const receiptKey = (memberId: string, id: string) => `${prefix}receipt:${memberId}:${id}`;
  const lagKey = `${prefix}lag`;

  const backend: StoreBackend = {
    epoch: history.epoch,
    now: history.now,
    async read(memberId) {
      const document = await redis.hget(headKey(memberId), "document");
      return document ? (JSON.parse(document) as StoredRecords) : null;
    },
    swap: (memberId, records, retired, lease) =>
      history.swap(
        [headKey(memberId), leasesKey, receiptKey(memberId, retired?.id ?? "")],
        [
          records.epoch,
          records.version - 1,
          records.version,
          JSON.stringify(records),
          memberId,
          lease ?? "",
          retired ? JSON.stringify(retired) : "",
          KEEP_MS,
        ],
      ),
    async retired(memberId, id) {
      const document = await redis.get(receiptKey(memberId, id));
      return document ? (JSON.parse(document) as OpRecord) : null;
    },
    async leased(at, limit) {
      // Every process comes here regularly.
      await history.look();
      return redis.zrangebyscore(leasesKey, "-inf", `(${at}`, "LIMIT", 0, limit);
    },
    // Every key has a TTL.
    forget: async () => {},
    async lag(hour) {
      const hours = Object.entries(await redis.hgetall(lagKey));
      const known = hours.flatMap(([at, ms]) => (Number(at) > hour - 24 ? [Number(ms)] : []));
      return known.length > 0 ? Math.max(...known) : null;
    },
    noteLag: async (hour, ms) => void (await redis.eval(NOTE_LAG, 1, lagKey, hour, ms)),
  };
  await history.look();
  return createStore(backend, options.observe);
}
