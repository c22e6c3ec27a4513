import type { Redis } from "ioredis";
import type { Closing } from "./epoch";
import { redisHistory, type History } from "./history";
import { redisLag } from "./lag-redis";
import { createStore, KEEP_MS } from "./store";
import type { StoredRecords } from "./records";
import type { StoreBackend, OpStore } from "./store";
import type { Observer } from "./step";
import type { OpRecord, OpState } from "./types";
import { redisWaiting } from "./waiting-redis";

export interface RedisStoreOptions extends Closing {
  now?: () => number;
  observe?: Observer;
  /** Prefix of every key, after the one of the connection. */
  prefix?: string;
  /** By default one of its own, without replicas. */
  history?: History;
}

/**
 * Operations in a Redis that several containers share. What it must be like: `refuseForgetful`.
 * @throws Error if Redis cannot be reached
 */
export async function redisStore(redis: Redis, options: RedisStoreOptions): Promise<OpStore> {
  const { prefix = "op:", history = redisHistory(redis, { prefix, ...options }) } = options;
  const leasesKey = `${prefix}leases`;
  const headKey = (memberId: string) => `${prefix}head:${memberId}`;
  const receiptKey = (memberId: string, id: string) => `${prefix}receipt:${memberId}:${id}`;

  const isIn = async (memberId: string, state: OpState) =>
    ((await backend.read(memberId))?.recent ?? []).some((op) => op.state === state && !op.acknowledged);
  const waiting = redisWaiting(redis, prefix, { now: history.now, isIn });

  const backend: StoreBackend = {
    epoch: history.epoch,
    now: history.now,
    async read(memberId) {
      const document = await redis.hget(headKey(memberId), "document");
      return document ? (JSON.parse(document) as StoredRecords) : null;
    },
    async swap(memberId, records, retired, { lease, ...marks }) {
      const written = await history.swap(
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
      );
      if (written) waiting.note(memberId, marks);
      return written;
    },
    waiting: waiting.read,
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
    ...redisLag(redis, prefix),
  };
  await history.look();
  return createStore(backend, options.observe);
}
