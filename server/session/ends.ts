import type { Redis } from "ioredis";
import type { Outage } from "../log";
import type { Bus } from "../workers/bus";

/** A session, or all sessions of a member but one. */
export type Ended = { sid: string } | { member: string; but: string };

/**
 * Tells what lives longer than a request that sessions have ended. A lost message does no harm: what lives on looks after
 * its session itself from time to time.
 */
export interface Ends {
  tell(ended: Ended): void;
  /** `then` must not throw. */
  listen(then: (ended: Ended) => void): void;
}

function ownEnds(): Ends {
  const listeners: ((ended: Ended) => void)[] = [];
  return {
    tell: (ended) => listeners.forEach((then) => then(ended)),
    listen: (then) => void listeners.push(then),
  };
}

/** For one container. */
export function containerEnds(bus: Bus): Ends {
  const own = ownEnds();
  bus.listen("session-ended", own.tell);
  return {
    tell(ended) {
      own.tell(ended);
      bus.tell("session-ended", ended);
    },
    listen: own.listen,
  };
}

/**
 * For several containers.
 * @param subscriber a connection of its own: one that listens takes no other commands
 */
export function redisEnds(redis: Redis, subscriber: Redis, channel: string, outage: Outage): Ends {
  const own = ownEnds();
  const subscribe = () => void subscriber.subscribe(channel).catch(outage.failed);
  subscriber.on("ready", subscribe);
  if (subscriber.status === "ready") subscribe();
  subscriber.on("message", (_: string, text: string) => {
    try {
      own.tell(JSON.parse(text) as Ended);
    } catch (error) {
      outage.failed(error);
    }
  });
  return {
    // This container hears itself, too.
    tell: (ended) => void redis.publish(channel, JSON.stringify(ended)).catch(() => own.tell(ended)),
    listen: own.listen,
  };
}
