/** Why a connection to Redis does not come about at the start, from servers that refuse it. */
import { createServer, type AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { connect, redisOf } from "../../server/config/redis";
import { startFault } from "../../server/config/start-fault";
import { startCluster, startRedis, startSentinel, type RedisServer } from "../support/redis";

async function redis(options?: string[]): Promise<RedisServer> {
  const server = await startRedis(options);
  onTestFinished(() => server.stop());
  return server;
}

/** Sets a password on a server. */
const lock = (server: RedisServer) => server.connect().config("SET", "requirepass", "sekret");

/** The sentence for this address, and after how many milliseconds it comes. Null: there is a connection. */
async function faultOf(url: string): Promise<{ fault: string | null; ms: number }> {
  const opened = await redisOf(url, "test", "test");
  opened.on("error", () => {});
  onTestFinished(() => opened.disconnect());
  const since = performance.now();
  const error: unknown = await connect(opened).then(
    () => null,
    (failure: unknown) => failure,
  );
  return { fault: error === null ? null : startFault(error), ms: performance.now() - since };
}

/** Less than the time that a start waits for a server that does not answer. */
const SOON_MS = 2500;

async function expectRefused(url: string, sentence: RegExp) {
  const { fault, ms } = await faultOf(url);
  expect(fault).toMatch(sentence);
  expect(ms).toBeLessThan(SOON_MS);
}

test("a password that a server refuses is reported at once", async () => {
  const server = await redis();
  await lock(server);
  for (const access of ["", ":wrong@", "who:sekret@"])
    await expectRefused(
      `redis://${access}127.0.0.1:${server.port}`,
      /^REDIS_URL: Redis refuses this user or password$/,
    );
  expect((await faultOf(`redis://:sekret@127.0.0.1:${server.port}`)).fault).toBeNull();
});

test("a database that a server does not have is reported, the last one that it has is used", async () => {
  const { port, connect: admin } = await redis();
  await expectRefused(`redis://127.0.0.1:${port}/16`, /^REDIS_URL: Redis has no database of this number; /);
  expect((await faultOf(`redis://127.0.0.1:${port}/15`)).fault).toBeNull();
  expect(await admin().client("LIST")).toMatch(/ db=15 /);
});

test("a password that the primary behind Sentinels refuses is reported at once, and one that the Sentinels want", async () => {
  const primary = await redis();
  const replica = await redis(["--appendonly", "yes", "--replicaof", "127.0.0.1", String(primary.port)]);
  const admin = replica.connect();
  await expect.poll(() => admin.info("replication")).toContain("master_link_status:up");
  const sentinel = await startSentinel(primary);
  onTestFinished(() => sentinel.stop());
  const url = `redis+sentinel://:wrong@127.0.0.1:${sentinel.port}/wallet`;
  await lock(primary);
  await expectRefused(url, /^REDIS_URL: Redis refuses this user or password$/);

  // What the primary wants does not matter to whom the Sentinels do not let in.
  const keeper = new Redis({ port: sentinel.port });
  onTestFinished(() => keeper.disconnect());
  await keeper.acl("SETUSER", "default", "resetpass", ">sekret");
  await expectRefused(url, /^REDIS_URL: the Sentinels want a password, /);
});

test("a password that the nodes of a Cluster refuse is reported at once", async () => {
  const nodes = await startCluster();
  onTestFinished(() => Promise.all(nodes.map((node) => node.stop())).then(() => {}));
  await Promise.all(nodes.map(lock));
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
  for (const access of ["", ":wrong@"])
    await expectRefused(`redis+cluster://${access}${hosts}`, /^REDIS_URL: Redis refuses this user or password$/);
});

test("a server that does not speak TLS, or is none of Redis, is reported", async () => {
  const { port } = await redis();
  expect((await faultOf(`rediss://127.0.0.1:${port}`)).fault).toMatch(/^REDIS_URL: /);
  const other = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", () => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { fault } = await faultOf(`redis://127.0.0.1:${(other.address() as AddressInfo).port}`);
  expect(fault).toMatch(/^REDIS_URL: Redis does not answer there; /);
});
