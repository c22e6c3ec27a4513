import type { Redis } from "ioredis";
import { checkRedis } from "../config/claim";
import { Refusal } from "../config/command";
import type { Config } from "../config/config";
import { keyPrefixOf, primariesOf, productName, withRedis } from "../config/redis";
import type { Entry } from "./archive";

/** Keys of this namespace, without their prefix, as SCAN finds them: one may be missing when it is read. */
async function* keysOf(redis: Redis, { redisUrl, namespace }: Config): AsyncGenerator<string[]> {
  const prefix = keyPrefixOf(redisUrl!, namespace);
  for (const server of primariesOf(redis)) {
    let cursor = "0";
    do {
      const [next, keys] = await server.scan(cursor, "MATCH", `${prefix}*`, "COUNT", 500);
      yield keys.map((key) => key.slice(prefix.length));
      cursor = next;
    } while (cursor !== "0");
  }
}

/** The keys of this market, with the time at which they expire. The product may run. */
export async function* keysIn(redis: Redis, config: Config): AsyncGenerator<Entry> {
  await checkRedis(redis, config.owner);
  const seen = new Set<string>();
  for await (const keys of keysOf(redis, config)) {
    for (const key of keys.filter((one) => !seen.has(one))) {
      seen.add(key);
      const [ttl, dump] = await Promise.all([redis.pttl(key), redis.dumpBuffer(key)]);
      if (dump) yield { key, expiresAt: ttl < 0 ? null : Date.now() + ttl, data: dump.toString("base64") };
    }
  }
}

/**
 * What a store begins anew at its next start, because a restored one has forgotten what came after the backup: the epoch
 * of the operations and the list of sign-outs. Deleted first, so that a restore that breaks off leaves a new store.
 */
const BEGUN_ANEW = ["op:epoch", "denied-list"];

/** Audit lines that are there stay: they are the trace of what the restore undoes. */
const isAudit = (key: string) => key.startsWith("audit:");

/** Replaces the keys of this market. @throws Refusal if the product runs */
export async function restoreKeys(config: Config, entries: AsyncIterable<Entry>): Promise<void> {
  const { redisUrl, namespace } = config;
  await withRedis(redisUrl!, namespace, "restore", async (redis) => {
    await refuseWhileRunning(redis, namespace);
    await checkRedis(redis, config.owner);
    await redis.del(...BEGUN_ANEW);
    for await (const keys of keysOf(redis, config)) {
      const old = keys.filter((key) => !isAudit(key));
      if (old.length > 0) await redis.unlink(...old);
    }
    for await (const entry of entries) {
      if ("key" in entry && !BEGUN_ANEW.includes(entry.key)) await restoreKey(redis, entry);
    }
  });
}

async function restoreKey(redis: Redis, { key, expiresAt, data }: Extract<Entry, { key: string }>): Promise<void> {
  if (expiresAt !== null && expiresAt <= Date.now()) return;
  if (isAudit(key) && (await redis.exists(key))) return;
  await redis.restore(key, expiresAt ?? 0, Buffer.from(data, "base64"), "ABSTTL");
}

async function refuseWhileRunning(redis: Redis, namespace: string): Promise<void> {
  const clients = await Promise.all(primariesOf(redis).map((server) => server.client("LIST")));
  if (
    clients
      .join("\n")
      .split(/\s/)
      .includes(`name=${productName(namespace)}`)
  )
    throw new Refusal(
      "busy",
      "The product is running on this Redis and NAMESPACE. Stop all its containers, then restore.",
    );
}
