import type { Redis } from "ioredis";

/** Milliseconds that Redis has to answer a command. */
const COMMAND_MS = 2000;

/** The name of the product's connections to a namespace: `restore` refuses while there is one. */
export const productName = (namespace: string) => `member-wallet:${namespace}`;

/**
 * A connection on which every key gets the namespace as its prefix. Call `connect` to open it.
 * @param name of the connection in Redis' list of clients
 */
export async function redisOf(url: string, namespace: string, name: string): Promise<Redis> {
  // Only here: without Redis, its client is a part of the start that nobody needs.
  const { default: Redis } = await import("ioredis");
  return new Redis(url, {
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    // A Redis that hangs is as far away as one that has ended.
    commandTimeout: COMMAND_MS,
    connectionName: name,
    // Every key of this connection: operations, sign-outs, rate limits and audit lines.
    keyPrefix: `${namespace}:`,
  });
}

/**
 * Runs `work` on a connection of its own and closes it.
 * @throws Error if Redis cannot be reached
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
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
