import { redisAudit } from "../audit/store-redis";
import { claimRedis } from "../config/claim";
import { refuseForgetful } from "../config/forgetful";
import { connect, productName, redisOf } from "../config/redis";
import { redisOutbox } from "../conversation/outbox";
import { redisSeenChats } from "../conversation/seen";
import { outageLog } from "../log";
import { redisHistory } from "../operations/history";
import { redisStore } from "../operations/store-redis";
import { redisWishes } from "../protection/store";
import { redisEnds } from "../session/ends";
import { redisLastKnown } from "../session/last-known";
import { redisRegister } from "../session/register";
import { LIST_KEY, redisRevoked } from "../session/revoked";
import { LONGEST_MS } from "../session/session";
import { redisArrivals } from "../statement/arrivals";
import { closingOf, type Opening, type Stores } from "./stores";

/**
 * The stores that several containers share.
 * @throws ConfigError if the keys belong to another market or operator
 * @throws Error if Redis cannot be reached, or may forget operations
 */
export async function openRedis(url: string, { config, now, log, trailIn, owner }: Opening): Promise<Stores> {
  const outage = outageLog(log, { away: "Redis is away", back: "Redis is back" });
  const open = async () => {
    const connection = await redisOf(url, config.namespace, productName(config.namespace));
    // A start that fails says so in a sentence of its own. Without a listener, a lost connection would end the process.
    connection.on("error", () => {});
    await connect(connection);
    connection.on("error", outage.failed);
    return connection;
  };
  const redis = await open();
  redis.on("ready", outage.works);
  // A write that waits for replicas holds up what comes after it on its connection.
  const writer = config.redisReplicas > 0 ? await open() : redis;
  const subscriber = await open();
  const connections = new Set([redis, writer, subscriber]);
  try {
    await refuseForgetful(redis);
    await claimRedis(redis, config.owner);
    const history = redisHistory(writer, {
      ...closingOf(config),
      owner,
      replicas: config.redisReplicas,
      forget: [LIST_KEY],
    });
    const trail = trailIn(redisAudit(redis, { keepMs: config.auditKeepMs }));
    return {
      operations: await redisStore(redis, { ...closingOf(config), observe: trail.observe, history }),
      trail,
      revoked: await redisRevoked(redis, now, log, history.keep),
      register: redisRegister(redis, now, LONGEST_MS),
      ends: redisEnds(redis, subscriber, `${config.namespace}:ended`, outage),
      lastKnown: redisLastKnown(redis, outage),
      arrivals: redisArrivals(redis, now, outage),
      outbox: redisOutbox(redis, now),
      seenChats: redisSeenChats(redis, outage),
      wishes: redisWishes(writer),
      redis,
      outage,
      reach: () => redis.ping(),
      // The leases run out: the one who reads them may be on another machine.
      processEnded: () => {},
      close: async () => {
        // Without Redis, its next start finds this process missing.
        await history.leave().catch(() => {});
        for (const connection of connections) await connection.quit().catch(() => connection.disconnect());
      },
    };
  } catch (error) {
    for (const connection of connections) connection.disconnect();
    throw error;
  }
}
