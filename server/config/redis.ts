import type { Cluster, Redis, RedisOptions } from "ioredis";
import { readRedisAddress, type RedisAddress } from "./redis-address";

/** Milliseconds that Redis has to answer a command, or to accept a connection. */
const COMMAND_MS = 2000;
/** Milliseconds that Sentinels or the nodes of a Cluster have at the start to lead to Redis. */
const FOUND_MS = 5000;

/** The name of the product's connections to a namespace: `restore` refuses while there is one. */
export const productName = (namespace: string) => `member-wallet:${namespace}`;

/**
 * What every connection promises: a command ends within its deadline, is sent once, and fails at once while there is no
 * connection. A Redis that hangs is as far away as one that has ended, so its connection ends: the commands after the
 * first one do not wait for it.
 */
const PROMISES = {
  commandTimeout: COMMAND_MS,
  socketTimeout: COMMAND_MS,
  connectTimeout: COMMAND_MS,
  sentinelCommandTimeout: COMMAND_MS,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // Nobody would handle the error if the connection is lost again meanwhile. Who listens subscribes at every "ready".
  autoResubscribe: false,
  // A server that was the primary and is one no more: look for the new one.
  reconnectOnError: (error: Error) => /^(READONLY|MASTERDOWN)\b/.test(error.message),
} satisfies RedisOptions;

/**
 * A connection on which every key gets the namespace as its prefix. Call `connect` to open it.
 * @param url of a server, of Sentinels or of a Cluster, see `readRedisAddress`
 * @param name of the connection in Redis' list of clients
 */
export async function redisOf(url: string, namespace: string, name: string): Promise<Redis> {
  // Only here: without Redis, its client is a part of the start that nobody needs.
  const { default: Redis } = await import("ioredis");
  const address = readRedisAddress(url)!;
  const { kind, nodes } = address;
  const options = { ...PROMISES, ...accessTo(address), connectionName: name, keyPrefix: keyPrefixOf(url, namespace) };
  if (kind === "server") return new Redis({ ...options, ...nodes[0], lazyConnect: true });
  if (kind === "sentinel") {
    const { name, tls } = address;
    return new Redis({ ...options, sentinels: nodes, name, enableTLSForSentinelMode: tls, lazyConnect: true });
  }
  const { enableOfflineQueue, keyPrefix, ...redisOptions } = options;
  const cluster = new Redis.Cluster(nodes, {
    redisOptions,
    keyPrefix,
    enableOfflineQueue,
    lazyConnect: true,
    slotsRefreshTimeout: COMMAND_MS,
    clusterRetryStrategy: (times) => Math.min(times * 100, COMMAND_MS),
  });
  // It has all commands of one server.
  return cluster as unknown as Redis;
}

const accessTo = ({ username, password, db, tls }: RedisAddress) => ({
  ...(username && { username }),
  ...(password && { password }),
  ...(db > 0 && { db }),
  ...(tls && { tls: {} }),
});

/**
 * The prefix of every key: operations, sign-outs, rate limits and audit lines. In a Cluster all keys of one market are on
 * one node, because an operation, the epoch and the history are compared and written in one step.
 */
export const keyPrefixOf = (url: string, namespace: string) =>
  readRedisAddress(url)?.kind === "cluster" ? `{${namespace}}:` : `${namespace}:`;

/** The servers that hold the data of this connection. */
export const primariesOf = (redis: Redis): Redis[] =>
  redis.isCluster ? (redis as unknown as Cluster).nodes("master") : [redis];

/** Redis cannot be reached, or takes no commands from this user. The cause is what it or the network said last. */
export class NotConnected extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = "NotConnected";
  }
}

/** What Redis, or a Sentinel, says to whom it does not let in. */
export const REFUSED = /\b(NOAUTH|WRONGPASS|NOPERM|invalid password)\b/;

/**
 * Opens the connection.
 * @throws NotConnected if Redis cannot be reached, or does not let this user in
 * @throws ReplyError if Redis has no database of this number
 */
export async function connect(redis: Redis): Promise<void> {
  // The client says why only here; what it rejects with is that the connection is closed.
  let reason: Error | undefined;
  let note = (_: Error) => {};
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_, reject) => {
    note = (error) => {
      reason = (error as { lastNodeError?: Error }).lastNodeError ?? error;
      // Asked again, it would say the same.
      if (REFUSED.test(reason.message)) reject(reason);
    };
    // Sentinels and the nodes of a Cluster are asked again and again. A start says at some point that none answers.
    timer = setTimeout(() => reject(new Error("Redis was not found.")), FOUND_MS);
  });
  redis.on("error", note);
  try {
    await Promise.race([redis.connect(), failed]).catch((error: Error) => {
      throw new NotConnected(reason ?? error);
    });
    // The client goes on with database 0 if there is no such database.
    const { db = 0 } = redis.options;
    if (db > 0) await redis.select(db);
  } catch (error) {
    redis.disconnect();
    throw error;
  } finally {
    clearTimeout(timer);
    redis.off("error", note);
  }
}

/**
 * Runs `work` on a connection of its own and closes it.
 * @throws NotConnected if Redis cannot be reached
 */
export async function withRedis<T>(
  url: string,
  namespace: string,
  name: string,
  work: (redis: Redis) => Promise<T>,
): Promise<T> {
  const redis = await redisOf(url, namespace, name);
  // Without a listener, a lost connection would end the process. The command that was lost says so.
  redis.on("error", () => {});
  try {
    await connect(redis);
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
