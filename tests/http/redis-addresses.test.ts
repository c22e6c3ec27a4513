/** Redis behind Sentinels and as a Cluster: real servers, of which one ends. */
import { Readable } from "node:stream";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { keysIn, restoreKeys } from "../../server/backup/redis";
import { readConfig } from "../../server/config/config";
import { keyPrefixOf, redisOf, withRedis } from "../../server/config/redis";
import type { OpStore } from "../../server/operations/store";
import { redisHistory } from "../../server/operations/history";
import { redisStore } from "../../server/operations/store-redis";
import { startCluster, startRedis, startSentinel } from "../support/redis";
import { startApp, type TestApp } from "./app";
import { LEASE_MS, newOp } from "../support/new-op";
import { browser, FROM_OWN_PAGE, type Browser } from "./client";

const started: TestApp[] = [];
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
});

async function start(env: Record<string, string>): Promise<TestApp> {
  const app = await startApp(env);
  started.push(app);
  return app;
}

async function storeAt(url: string, namespace: string) {
  const redis = await redisOf(url, namespace, "test");
  redis.on("error", () => {});
  await redis.connect();
  onTestFinished(() => redis.disconnect());
  return redisStore(redis, { closedForMs: 0, history: redisHistory(redis, { closedForMs: 0, replicas: 1 }) });
}

/** Another browser with the same cookies. */
function copyOf(member: Browser, app: TestApp): Browser {
  const copy = browser(app);
  for (const [name, value] of member.cookies) copy.cookies.set(name, value);
  return copy;
}

const idsOf = (store: OpStore) =>
  store.records("m").then(
    ({ recent }) => recent.map(({ id }) => id),
    () => null,
  );

/** What the browser gets, with its cookies as they are. */
const statusOf = async (member: Browser) =>
  (await member.get("/user/home", { Cookie: `s=${member.cookies.get("s")}` })).status;

test("a product behind Sentinels goes on with the replica when the primary ends", async () => {
  const primary = await startRedis();
  onTestFinished(() => primary.stop());
  const replica = await startRedis(["--appendonly", "yes", "--replicaof", "127.0.0.1", String(primary.port)]);
  onTestFinished(() => replica.stop());
  const admin = replica.connect();
  await expect.poll(() => admin.info("replication"), { timeout: 20_000 }).toContain("master_link_status:up");
  const sentinel = await startSentinel(primary);
  onTestFinished(() => sentinel.stop());
  // The first one does not answer.
  const url = `redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}/wallet`;
  const app = await start({ REDIS_URL: url, REDIS_REPLICAS: "1" });
  const store = await storeAt(url, app.services.config.namespace);
  const { id: epoch } = await store.epoch();
  expect(await store.begin("m", { seq: 0, epoch }, newOp("a"), LEASE_MS)).toMatchObject({ ok: true });
  const member = browser(app);
  await member.signIn();
  const stolen = copyOf(member, app);
  await member.post("/logout", { _t: await member.token("/user/home") }, FROM_OWN_PAGE);

  await primary.kill();
  // Closed until the replica is promoted; what was signed out and begun before is known there.
  await expect.poll(() => statusOf(stolen), { timeout: 30_000 }).toBe(303);
  await expect.poll(() => idsOf(store), { timeout: 30_000 }).toEqual(["a"]);
  expect((await store.epoch()).id).toBe(epoch);
  await member.signIn();
  expect((await member.get("/user/home")).status).toBe(200);
});

test("a product on a Cluster goes on with the replica of the node that had its market", async () => {
  const nodes = await startCluster();
  onTestFinished(() => Promise.all(nodes.map((node) => node.stop())).then(() => {}));
  const url = `redis+cluster://${nodes
    .slice(0, 3)
    .map(({ port }) => `127.0.0.1:${port}`)
    .join(",")}`;
  const app = await start({ REDIS_URL: url, REDIS_REPLICAS: "1", NAMESPACE: "test" });
  const member = browser(app);
  await member.signIn();
  const stolen = copyOf(member, app);
  await member.post("/logout", { _t: await member.token("/user/home") }, FROM_OWN_PAGE);
  const store = await storeAt(url, app.services.config.namespace);
  const { id: epoch } = await store.epoch();
  for (const memberId of ["m", "n", "o"])
    expect(await store.begin(memberId, { seq: 0, epoch }, newOp("a"), -1)).toMatchObject({ ok: true });
  expect(await store.expired(10)).toHaveLength(3);

  // All keys of the market are on one node: a backup finds them there, and a restore finds the product's connections.
  const config = readConfig({ REDIS_URL: url, NAMESPACE: "test", NODE_ENV: "test" });
  const { namespace } = config;
  const saved: string[] = [];
  await withRedis(url, namespace, "backup", async (redis) => {
    for await (const entry of keysIn(redis, config)) if ("key" in entry) saved.push(entry.key);
  });
  expect(saved).toEqual(expect.arrayContaining(["owner", "op:epoch", "op:head:m"]));
  await expect(restoreKeys(config, Readable.from([]))).rejects.toThrow("running on this Redis");

  const slot = await nodes[0]!.connect().cluster("KEYSLOT", keyPrefixOf(url, namespace));
  await nodes[Math.floor(slot / 5461)]!.kill();
  // Closed until the replica is promoted; what was signed out and begun before is known there.
  await expect.poll(() => statusOf(stolen), { timeout: 30_000 }).toBe(303);
  await expect.poll(() => idsOf(store), { timeout: 30_000 }).toEqual(["a"]);
  expect((await store.epoch()).id).toBe(epoch);
  await member.signIn();
  expect((await member.get("/user/home")).status).toBe(200);
});
