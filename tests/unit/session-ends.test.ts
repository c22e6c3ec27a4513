/** Ended sessions between containers, on a real Redis. */
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { redisOf } from "../../server/config/redis";
import { redisEnds, type Ended } from "../../server/session/ends";
import { startRedis, type RedisServer } from "../support/redis";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

async function connection() {
  const redis = await redisOf(`redis://127.0.0.1:${server.port}`, "test", "test");
  redis.on("error", () => {});
  await redis.connect();
  onTestFinished(() => redis.disconnect());
  return redis;
}

/** What one container hears, and the connection on which it listens. */
async function container() {
  const [redis, subscriber, failed, heard] = [await connection(), await connection(), vi.fn(), [] as Ended[]];
  const ends = redisEnds(redis, subscriber, "test:ended", { failed, works: () => {} });
  ends.listen((ended) => heard.push(ended));
  return { ends, subscriber, failed, heard };
}

const dropAll = () => server.connect().client("KILL", "TYPE", "pubsub");

test("a container hears of ended sessions again after its connection was lost", async () => {
  const [one, other] = [await container(), await container()];
  const back = new Promise((resolve) => other.subscriber.once("ready", resolve));
  await dropAll();
  await back;
  const listeners = async () => (await server.connect().pubsub("NUMSUB", "test:ended"))[1];
  await expect.poll(listeners).toBe(2);
  one.ends.tell({ sid: "s" });
  await expect.poll(() => other.heard).toEqual([{ sid: "s" }]);
});

test("a connection that is lost again while it begins to listen leaves no error without an owner", async () => {
  const orphans: unknown[] = [];
  const note = (error: unknown) => void orphans.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const { subscriber, failed } = await container();
  // The answer to what it just sent is not read.
  subscriber.once("ready", () => (subscriber as unknown as { stream: Socket }).stream.destroy());
  await dropAll();
  await expect.poll(() => failed.mock.calls.length).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(orphans).toEqual([]);
});
