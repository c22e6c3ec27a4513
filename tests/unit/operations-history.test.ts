/** What a Redis that may have forgotten its newest writes does to operations: real servers that are killed and restored. */
import { cpSync, rmSync } from "node:fs";
import { connect as dial, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { refuseForgetful } from "../../server/config/forgetful";
import { redisOf } from "../../server/config/redis";
import { redisHistory, type HistoryOptions } from "../../server/operations/history";
import type { OpStore } from "../../server/operations/store";
import { redisStore } from "../../server/operations/store-redis";
import { LEASE_MS, newOp } from "../support/new-op";
import { startRedis, type RedisServer } from "../support/redis";

const NOW = Date.UTC(2026, 10, 20);
const CLOSED_FOR_MS = 360_000;

let server: RedisServer;
beforeEach(async () => {
  server = await startRedis();
});
afterEach(() => server.stop());

/** A process of the product, as far as the store knows: it has a connection and a memory of its own. */
async function process(options: Partial<HistoryOptions> = {}, port = server.port) {
  const redis = await redisOf(`redis://127.0.0.1:${port}`, "test", "test");
  redis.on("error", () => {});
  await redis.connect();
  onTestFinished(() => redis.disconnect());
  const history = redisHistory(redis, { closedForMs: CLOSED_FOR_MS, now: () => NOW, ...options });
  const store = await redisStore(redis, { closedForMs: CLOSED_FOR_MS, now: () => NOW, history });
  const ready = () => expect.poll(() => redis.ping().catch(() => "away"), { timeout: 10_000 }).toBe("PONG");
  return { store, history, redis, ready };
}

/** A form of the first page that a member sees, and its operation, done. */
async function execute(store: OpStore, member: string, id: string): Promise<string> {
  const { id: epoch } = await store.epoch();
  expect(await store.begin(member, { seq: 0, epoch }, newOp(id), LEASE_MS)).toMatchObject({ ok: true });
  await store.finish(member, id, ["inflight"], { state: "done" });
  return epoch;
}

/** Replaces the data of a Redis that has ended by an older copy. */
const snapshotOf = ({ directory }: RedisServer) => {
  const copy = `${directory}-copy`;
  cpSync(directory, copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  return () => {
    rmSync(join(directory, "appendonlydir"), { recursive: true });
    cpSync(copy, directory, { recursive: true });
  };
};

async function restart(...others: { ready(): Promise<void> }[]) {
  await server.kill();
  await server.start();
  for (const other of others) await other.ready();
}

test("an epoch that begins when the statement is known to lag stays closed for longer", async () => {
  const one = await process();
  await one.store.noteLag(300_000);
  await one.redis.del("op:epoch");
  // Twice the lag instead of the usual two minutes.
  expect((await one.store.epoch()).openAt).toBe(NOW + CLOSED_FOR_MS - 120_000 + 600_000);
});

test("a Redis that comes back with everything keeps its epoch: all processes find their last write", async () => {
  const [one, other] = [await process(), await process()];
  const epoch = await execute(one.store, "m", "a");
  await execute(other.store, "n", "b");
  await restart(one, other);
  expect(await one.store.epoch()).toMatchObject({ id: epoch, openAt: expect.any(Number) as number });
  // Until the other process has found its last write, too, nothing begins.
  await expect(one.store.begin("m", { seq: 1, epoch }, newOp("c"), LEASE_MS)).rejects.toThrow("forgotten");
  expect((await one.store.epoch()).openAt).toBeGreaterThan(NOW + CLOSED_FOR_MS - 1);
  await other.store.epoch();
  expect((await one.store.epoch()).openAt).toBe(NOW + CLOSED_FOR_MS);
  expect(await one.store.begin("m", { seq: 1, epoch }, newOp("c"), LEASE_MS)).toMatchObject({ ok: true });
  expect((await other.store.epoch()).id).toBe(epoch);
});

test("a process that is missing when Redis comes back begins a new epoch: nobody knows what it wrote", async () => {
  const [one, crashed] = [await process({ voteMs: 0 }), await process({ voteMs: 0 })];
  const epoch = await execute(one.store, "m", "a");
  await execute(crashed.store, "n", "b");
  crashed.redis.disconnect();
  await restart(one);
  const begun = await one.store.epoch();
  expect(begun.id).not.toBe(epoch);
  expect(begun.openAt).toBe(NOW + CLOSED_FOR_MS);
  expect(await one.store.begin("m", { seq: 0, epoch }, newOp("c"), LEASE_MS)).toMatchObject({ ok: false });
});

test("a process that has stopped is not waited for", async () => {
  const [one, stopped] = [await process(), await process()];
  const epoch = await execute(one.store, "m", "a");
  await execute(stopped.store, "n", "b");
  await stopped.history.leave();
  stopped.redis.disconnect();
  await restart(one);
  expect(await one.store.begin("m", { seq: 1, epoch }, newOp("c"), LEASE_MS)).toMatchObject({ ok: true });
});

test("an older copy of Redis' data begins a new epoch at once, before anything else is written", async () => {
  const one = await process();
  const epoch = await execute(one.store, "n", "b");
  const putBack = snapshotOf(server);
  await execute(one.store, "m", "a");
  await server.kill();
  putBack();
  await server.start();
  await one.ready();
  // The same form again: its first execution is forgotten.
  expect(await one.store.begin("m", { seq: 0, epoch }, newOp("again"), LEASE_MS)).toMatchObject({ ok: false });
  expect((await one.store.epoch()).id).not.toBe(epoch);
});

test("a process that misses nothing itself does not begin what another one has executed", async () => {
  const [one, other] = [await process(), await process()];
  const epoch = await execute(other.store, "n", "b");
  const putBack = snapshotOf(server);
  await execute(one.store, "m", "a");
  await server.kill();
  putBack();
  await server.start();
  await one.ready();
  await other.ready();
  await expect(other.store.begin("m", { seq: 0, epoch }, newOp("again"), LEASE_MS)).rejects.toThrow("forgotten");
  // The one that wrote it looks for it.
  await one.store.epoch();
  expect(await other.store.begin("m", { seq: 0, epoch }, newOp("again"), LEASE_MS)).toMatchObject({ ok: false });
  expect((await other.store.epoch()).id).not.toBe(epoch);
});

test("if nobody remembers, a restart of Redis begins a new epoch", async () => {
  const before = await process();
  const epoch = await execute(before.store, "m", "a");
  await before.history.leave();
  before.redis.disconnect();
  await restart();
  expect((await (await process()).store.epoch()).id).not.toBe(epoch);
});

test("an epoch knows when the ones before it had begun because something was lost", async () => {
  const one = await process();
  const first = await one.store.epoch();
  await one.redis.flushall();
  const second = await one.history.look();
  await one.redis.flushall();
  const { id, ...births } = await one.history.look();
  expect(id).not.toBe(second.id);
  expect(births).toMatchObject({ earlier: [first, second].map(({ bornAt, openAt }) => ({ bornAt, openAt })) });
});

test("a restart of the product alone keeps the epoch", async () => {
  const before = await process();
  const epoch = await execute(before.store, "m", "a");
  before.redis.disconnect();
  const after = await process();
  expect((await after.store.epoch()).id).toBe(epoch);
  expect(await after.store.begin("m", { seq: 1, epoch }, newOp("b"), LEASE_MS)).toMatchObject({ ok: true });
});

test("a store of a version without a history keeps its epoch", async () => {
  const before = await process();
  const epoch = await execute(before.store, "m", "a");
  await before.redis.del("op:history", "op:processes");
  const after = await process();
  expect((await after.store.epoch()).id).toBe(epoch);
  expect(await after.store.begin("m", { seq: 1, epoch }, newOp("b"), LEASE_MS)).toMatchObject({ ok: true });
});

test("a history that is not whole takes the list of sign-outs with it, a new store does not", async () => {
  const one = await process({ voteMs: 0, forget: ["denied-list"] });
  await one.redis.set("denied-list", "x");
  await one.redis.del("op:epoch");
  await one.store.epoch();
  expect(await one.redis.get("denied-list")).toBe("x");
  await one.history.leave();
  await restart(one);
  await one.store.epoch();
  expect(await one.redis.get("denied-list")).toBeNull();
});

test("a value that lasts counts as a write: a Redis without it begins a new epoch", async () => {
  const one = await process();
  const { id } = await one.store.epoch();
  const putBack = snapshotOf(server);
  await one.history.keep("denied:s", "1", 60_000);
  await server.kill();
  putBack();
  await server.start();
  await one.ready();
  expect((await one.store.epoch()).id).not.toBe(id);
});

/** An address that leads to one server after another. */
async function switchboard(first: number) {
  let target = first;
  const sockets = new Set<Socket>();
  const board = createServer((near) => {
    const far = dial(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy()).on("close", () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => board.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void board.close());
  return {
    port: (board.address() as AddressInfo).port,
    to(next: number) {
      target = next;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}

async function replicaOf(primary: RedisServer) {
  const replica = await startRedis(["--appendonly", "yes", "--replicaof", "127.0.0.1", String(primary.port)]);
  onTestFinished(() => replica.stop());
  const admin = replica.connect();
  await expect
    .poll(async () => await admin.info("replication"), { timeout: 10_000 })
    .toContain("master_link_status:up");
  return { replica, admin };
}

test("a replica that has everything takes over without a new epoch", async () => {
  const { replica, admin } = await replicaOf(server);
  const board = await switchboard(server.port);
  const one = await process({ replicas: 1 }, board.port);
  const epoch = await execute(one.store, "m", "a");
  await server.kill();
  await admin.replicaof("NO", "ONE");
  board.to(replica.port);
  await one.ready();
  expect((await one.store.epoch()).id).toBe(epoch);
  expect(await one.store.records("m")).toMatchObject({ seq: 1, recent: [{ id: "a", state: "done" }] });
});

test("a replica that lags begins a new epoch when it takes over, for every process", async () => {
  const { replica, admin } = await replicaOf(server);
  const board = await switchboard(server.port);
  const [one, other] = [await process({}, board.port), await process({}, board.port)];
  const { id: epoch } = await one.store.epoch();
  const offsetOf = async (redis: Redis) =>
    /(?:master|slave)_repl_offset:(\d+)/.exec(await redis.info("replication"))![1];
  const primary = server.connect();
  await expect.poll(async () => (await offsetOf(admin)) === (await offsetOf(primary)), { timeout: 10_000 }).toBe(true);
  // From now on the replica lags.
  await admin.replicaof("NO", "ONE");
  await execute(one.store, "m", "a");
  await server.kill();
  board.to(replica.port);
  await one.ready();
  await other.ready();
  await expect(other.store.begin("m", { seq: 0, epoch }, newOp("again"), LEASE_MS)).rejects.toThrow("forgotten");
  expect(await one.store.begin("m", { seq: 0, epoch }, newOp("again"), LEASE_MS)).toMatchObject({ ok: false });
  expect((await other.store.epoch()).id).toBe((await one.store.epoch()).id);
  expect((await other.store.epoch()).id).not.toBe(epoch);
});

test("a write that too few replicas have confirmed begins nothing, and reading goes on", async () => {
  const { replica } = await replicaOf(server);
  const one = await process({ replicas: 1 });
  const epoch = await execute(one.store, "m", "a");
  await replica.kill();
  await expect(one.store.begin("m", { seq: 1, epoch }, newOp("b"), LEASE_MS)).rejects.toThrow("Too few replicas");
  await expect(one.history.keep("denied:s", "1", 60_000)).rejects.toThrow("Too few replicas");
  expect((await one.store.epoch()).id).toBe(epoch);
  // As the engine does, because nothing was sent.
  await expect(one.store.finish("m", "b", ["inflight"], { state: "rejected" }, true)).rejects.toThrow(
    "Too few replicas",
  );
  await replica.start();
  const kept = () => one.history.keep("denied:s", "1", 60_000).then(() => "kept", String);
  await expect.poll(kept, { timeout: 10_000 }).toBe("kept");
  expect(await one.store.begin("m", { seq: 1, epoch }, newOp("c"), LEASE_MS)).toMatchObject({ ok: true });
});

const WRITE = (epoch: string) =>
  [
    ["op:head:m", "op:leases", "op:receipt:m:"],
    [epoch, 0, 1, JSON.stringify({ epoch, version: 1, seq: 1, floor: 1, recent: [] }), "m", "", "", 60_000],
  ] as const;

test("a write that a frozen Redis executes after it was given up is not done", async () => {
  const one = await process();
  const { id: epoch } = await one.store.epoch();
  server.signal("SIGSTOP");
  await expect(one.history.swap(...WRITE(epoch))).rejects.toThrow();
  server.signal("SIGCONT");
  await one.ready();
  // The write has arrived: what was sent before the connection ended is executed before it.
  const admin = server.connect();
  await expect.poll(() => admin.client("LIST"), { timeout: 10_000 }).toMatch(/^id=.*\n.*id=[^\n]*\n$/);
  expect(await one.store.records("m")).toMatchObject({ seq: 0, recent: [] });
  expect(await one.store.begin("m", { seq: 0, epoch }, newOp("now"), LEASE_MS)).toMatchObject({ ok: true });
});

test("the same write, sent again by a connection that was cut, is recognised", async () => {
  const one = await process();
  const { id: epoch } = await one.store.epoch();
  expect(await one.history.swap(...WRITE(epoch))).toBe(true);
  expect(await one.history.swap(...WRITE(epoch))).toBe(true);
  const [keys, [, ...values]] = WRITE(epoch);
  values[2] = "another document";
  expect(await one.history.swap(keys, [epoch, ...values])).toBe(false);
});

const REFUSED: [string, string[], string][] = [
  ["no append-only file", ["--appendonly", "no"], "appendonly yes"],
  ["an eviction policy", ["--appendonly", "yes", "--maxmemory-policy", "allkeys-lru"], "maxmemory-policy noeviction"],
];

test.each(REFUSED)("a Redis with %s is refused, even where CONFIG is forbidden", async (_, options, setting) => {
  const other = await startRedis([...options, "--rename-command", "CONFIG", ""]);
  onTestFinished(() => other.stop());
  await expect(refuseForgetful(other.connect())).rejects.toThrow(setting);
  await expect(refuseForgetful(server.connect())).resolves.toBeUndefined();
});
