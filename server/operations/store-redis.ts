import type { Redis } from "ioredis";
import { newEpoch } from "./epoch";
import { createStore, KEEP_MS } from "./store";
import type { StoreBackend, Epoch, OpStore, StoredRecords } from "./store";
import type { Observer } from "./step";
import type { OpRecord } from "./types";

export interface RedisStoreOptions {
  /** Milliseconds that money operations are refused if the store is new or was wiped. */
  closedForMs: number;
  now?: () => number;
  observe?: Observer;
  /** Prefix of every key, after the one of the connection. */
  prefix?: string;
  /** Number of replicas that must confirm a write. */
  replicas?: number;
}

/** Milliseconds that replicas have to confirm a write. */
const REPLICA_MS = 1_000;

/**
 * Compare-and-set of a member's head, a hash with `version` and `document` (the records).
 * KEYS: epoch, head, leases, receipt. ARGV: epoch id, expected version, new version, document, member, lease or "",
 * receipt or "", TTL in milliseconds.
 */
const SWAP = `
local epoch = redis.call('GET', KEYS[1])
if not epoch or cjson.decode(epoch).id ~= ARGV[1] then return 0 end
if (redis.call('HGET', KEYS[2], 'version') or '0') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[2], 'version', ARGV[3], 'document', ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[8])
if ARGV[6] == '' then redis.call('ZREM', KEYS[3], ARGV[5]) else redis.call('ZADD', KEYS[3], ARGV[6], ARGV[5]) end
if ARGV[7] ~= '' then redis.call('SET', KEYS[4], ARGV[7], 'PX', ARGV[8]) end
return 1`;

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
 * Operations in a Redis that several containers share. It must not lose data: use an append-only file and
 * `maxmemory-policy noeviction`.
 * @throws Error if the policy is another one or Redis cannot be reached
 */
export async function redisStore(redis: Redis, options: RedisStoreOptions): Promise<OpStore> {
  const { prefix = "op:", closedForMs, now = Date.now, replicas = 0 } = options;
  const epochKey = `${prefix}epoch`;
  const leasesKey = `${prefix}leases`;
  const headKey = (memberId: string) => `${prefix}head:${memberId}`;
  const receiptKey = (memberId: string, id: string) => `${prefix}receipt:${memberId}:${id}`;
  const lagKey = `${prefix}lag`;
  await refuseEviction(redis);

  const backend: StoreBackend = {
    async epoch() {
      const known = await redis.get(epochKey);
      if (known) return JSON.parse(known) as Epoch;
      await redis.set(epochKey, JSON.stringify(newEpoch(now(), closedForMs)), "NX");
      return backend.epoch();
    },
    async now() {
      const [seconds, micros] = await redis.time();
      return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
    },
    async read(memberId) {
      const document = await redis.hget(headKey(memberId), "document");
      return document ? (JSON.parse(document) as StoredRecords) : null;
    },
    async swap(memberId, records, retired, lease) {
      const written = await redis.eval(
        SWAP,
        4,
        epochKey,
        headKey(memberId),
        leasesKey,
        receiptKey(memberId, retired?.id ?? ""),
        records.epoch,
        records.version - 1,
        records.version,
        JSON.stringify(records),
        memberId,
        lease ?? "",
        retired ? JSON.stringify(retired) : "",
        KEEP_MS,
      );
      if (written !== 1) return false;
      if (replicas > 0 && (await redis.wait(replicas, REPLICA_MS)) < replicas) {
        throw new Error("Too few Redis replicas confirmed the write.");
      }
      return true;
    },
    async retired(memberId, id) {
      const document = await redis.get(receiptKey(memberId, id));
      return document ? (JSON.parse(document) as OpRecord) : null;
    },
    leased: (at, limit) => redis.zrangebyscore(leasesKey, "-inf", `(${at}`, "LIMIT", 0, limit),
    // Every key has a TTL.
    forget: async () => {},
    async lag(hour) {
      const hours = Object.entries(await redis.hgetall(lagKey));
      const known = hours.flatMap(([at, ms]) => (Number(at) > hour - 24 ? [Number(ms)] : []));
      return known.length > 0 ? Math.max(...known) : null;
    },
    noteLag: async (hour, ms) => void (await redis.eval(NOTE_LAG, 1, lagKey, hour, ms)),
  };
  await backend.epoch();
  return createStore(backend, options.observe);
}

async function refuseEviction(redis: Redis): Promise<void> {
  // INFO, because hosted servers often forbid CONFIG.
  const policy = /maxmemory_policy:(\S+)/.exec(await redis.info("memory"))?.[1];
  if (policy && policy !== "noeviction") {
    throw new Error(`Redis has maxmemory-policy ${policy}; operations need noeviction.`);
  }
}
