import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockFolder } from "../../server/config/files";
import { openDatabase, type Database } from "../../server/database";
import type { NewOp, OpStore } from "../../server/operations/store";
import { memoryStore } from "../support/memory-store";
import { redisStore } from "../../server/operations/store-redis";
import { sqliteStore } from "../../server/operations/store-sqlite";
import { startRedis } from "../support/redis";

const NOW = Date.UTC(2026, 10, 20);
const CLOSED_FOR_MS = 360_000;
const options = { closedForMs: CLOSED_FOR_MS, now: () => NOW };

let directory: string;
let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "operations-"));
  redis = await startRedis();
});
afterAll(async () => {
  for (const database of databases) database.close();
  await redis?.stop();
  await rm(directory, { recursive: true, force: true });
});

let files = 0;
const newFile = () => join(directory, `${(files += 1)}.sqlite`);
const databases: Database[] = [];
function openFile(file: string) {
  const database = openDatabase(file, { durable: true });
  databases.push(database);
  return sqliteStore(database, options);
}
const STORES: Record<string, () => Promise<OpStore>> = {
  memory: async () => memoryStore(options),
  sqlite: async () => openFile(newFile()),
  redis: () => redisStore(redis.connect(), { ...options, prefix: `${(files += 1)}:` }),
};

const newOp = (id: string, more: Partial<NewOp> = {}): NewOp => ({
  id,
  op: "transfer",
  fingerprint: "f",
  input: { from: "wallet", to: "PG", amount: 100_00 },
  state: "inflight",
  code: null,
  message: null,
  output: null,
  startedAt: NOW,
  finishedAt: null,
  checkUntil: null,
  base: { horizon: null, all: 0, good: 0, owed: 0, balances: { wallet: 5 }, qrcodeId: null },
  owner: "me",
  leaseUntil: NOW + 90_000,
  acknowledged: false,
  ...more,
});

describe.each(Object.keys(STORES))("the %s store", (name) => {
  const open = () => STORES[name]!();
  const begin = async (store: OpStore, seq: number, op: NewOp) =>
    store.begin("m", { seq, epoch: (await store.epoch()).id }, op);

  test("starts one epoch and opens money when earlier calls can no longer take effect", async () => {
    const store = await open();
    const epoch = await store.epoch();
    expect(epoch).toMatchObject({ bornAt: NOW, openAt: NOW + CLOSED_FOR_MS });
    expect(epoch.id).toMatch(/^[0-9a-f]{16}$/);
    expect(await store.epoch()).toEqual(epoch);
  });

  test("is empty for a new member", async () => {
    const store = await open();
    expect(await store.records("m")).toMatchObject({ seq: 0, floor: 0, recent: [], epoch: (await store.epoch()).id });
    expect(await store.find("m", "none")).toBeNull();
  });

  test("starts exactly one of a hundred concurrent forms", async () => {
    const store = await open();
    const begun = await Promise.all(
      Array.from({ length: 100 }, (_, i) => begin(store, 0, newOp(`op-${i}`)).catch(() => null)),
    );
    expect(begun.filter((result) => result?.ok)).toHaveLength(1);
    const records = await store.records("m");
    expect(records.seq).toBe(1);
    expect(records.recent).toHaveLength(1);
  });

  test("starts nothing while an operation is open, for an outdated form, or for a form of another epoch", async () => {
    const store = await open();
    expect(await store.begin("m", { seq: 0, epoch: "ffffffffffffffff" }, newOp("a"))).toMatchObject({ ok: false });
    expect(await begin(store, 0, newOp("a"))).toMatchObject({ ok: true, record: { seq: 1, keySeq: 0, floor: 0 } });
    expect(await begin(store, 1, newOp("b"))).toMatchObject({ ok: false, records: { seq: 1 } });
    await store.finish("m", "a", ["inflight"], { state: "done" });
    expect(await begin(store, 0, newOp("b"))).toMatchObject({ ok: false });
    expect(await begin(store, 1, newOp("b"))).toMatchObject({ ok: true });
  });

  test("changes an operation only from the expected state, and only along allowed transitions", async () => {
    const store = await open();
    await begin(store, 0, newOp("a"));
    expect(await store.finish("m", "a", ["unknown"], { state: "done" })).toBeNull();
    expect(await store.finish("m", "a", ["inflight"], { state: "rejected", code: "NO_GAME" })).toMatchObject({
      code: "NO_GAME",
    });
    expect(await store.finish("m", "a", ["inflight"], { state: "done" })).toBeNull();
    await expect(store.finish("m", "a", ["rejected"], { state: "done" })).rejects.toThrow("from rejected to done");
    expect(await store.find("m", "a")).toMatchObject({
      state: "rejected",
      input: { amount: 100_00 },
      base: { balances: { wallet: 5 } },
    });
  });

  test("restores the sequence if nothing was sent, for all forms made since", async () => {
    const store = await open();
    for (const [seq, id] of [
      [0, "a"],
      [1, "b"],
      [0, "c"],
    ] as const) {
      expect(await begin(store, seq, newOp(id))).toMatchObject({ ok: true });
      await store.finish("m", id, ["inflight"], { state: "rejected", code: "NOT_SENT" }, true);
    }
    expect(await begin(store, 2, newOp("d"))).toMatchObject({ ok: true, record: { seq: 4 } });
    await store.finish("m", "d", ["inflight"], { state: "done" });
    for (const seq of [0, 1, 2, 3]) expect(await begin(store, seq, newOp("e"))).toMatchObject({ ok: false });
    expect(await begin(store, 4, newOp("e"))).toMatchObject({ ok: true });
  });

  test("returns the last ten operations and all receipts, only to their member", async () => {
    const store = await open();
    for (let i = 0; i < 13; i += 1) {
      expect(await begin(store, i, newOp(`op-${i}`))).toMatchObject({ ok: true });
      await store.finish("m", `op-${i}`, ["inflight"], { state: "done" });
    }
    expect((await store.records("m")).recent.map((op) => op.id)).toEqual(
      Array.from({ length: 10 }, (_, i) => `op-${i + 3}`),
    );
    expect(await store.find("m", "op-0")).toMatchObject({ id: "op-0", state: "done" });
    expect(await store.find("other", "op-0")).toBeNull();
    expect(await store.find("other", "op-12")).toBeNull();
  });

  test("keeps the receipts of two members whose operations have the same id", async () => {
    const store = await open();
    const { id: epoch } = await store.epoch();
    for (const memberId of ["m", "other"]) {
      for (let seq = 0; seq < 11; seq += 1) {
        await store.begin(memberId, { seq, epoch }, newOp(`op-${seq}`, { input: { memberId } }));
        await store.finish(memberId, `op-${seq}`, ["inflight"], { state: "done" });
      }
    }
    expect(await store.find("m", "op-0")).toMatchObject({ input: { memberId: "m" } });
    expect(await store.find("other", "op-0")).toMatchObject({ input: { memberId: "other" } });
  });

  test("starts nothing with an id that the member already has", async () => {
    const store = await open();
    for (let seq = 0; seq < 11; seq += 1) {
      await begin(store, seq, newOp(`op-${seq}`));
      await store.finish("m", `op-${seq}`, ["inflight"], { state: "done" });
    }
    for (const taken of ["op-0", "op-10"]) expect(await begin(store, 11, newOp(taken))).toMatchObject({ ok: false });
    expect(await store.records("m")).toMatchObject({ seq: 11 });
    expect(await begin(store, 11, newOp("op-11"))).toMatchObject({ ok: true });
  });

  test("finds operations whose owner no longer renews the lease", async () => {
    const store = await open();
    await begin(store, 0, newOp("a"));
    expect(await store.expired(NOW + 80_000, 10)).toEqual([]);
    expect(await store.renew("m", "a", "somebody else", NOW + 300_000)).toBe(false);
    expect(await store.renew("m", "a", "me", NOW + 200_000)).toBe(true);
    expect(await store.expired(NOW + 190_000, 10)).toEqual([]);
    expect(await store.expired(NOW + 200_001, 10)).toMatchObject([{ memberId: "m", op: { id: "a" } }]);
    await store.finish("m", "a", ["inflight"], { state: "unknown" });
    expect(await store.expired(NOW + 200_001, 10)).toEqual([]);
    expect(await store.renew("m", "a", "me", NOW + 300_000)).toBe(false);
  });
});

test("a SQLite file survives SIGKILL, and operations in flight lose their owner", async () => {
  const file = newFile();
  const script = `
    import { openDatabase } from "./server/database.ts";
    import { sqliteStore } from "./server/operations/store-sqlite.ts";
    const store = sqliteStore(openDatabase(${JSON.stringify(file)}, { durable: true }), ${JSON.stringify({ closedForMs: CLOSED_FOR_MS })});
    const { id } = await store.epoch();
    await store.begin("m", { seq: 0, epoch: id }, ${JSON.stringify(newOp("a"))});
    console.log(id);
    process.kill(process.pid, "SIGKILL");`;
  const killed = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(killed).toMatchObject({ signal: "SIGKILL", stderr: "" });
  const store = openFile(file);
  expect((await store.epoch()).id).toBe(killed.stdout.trim());
  expect(await store.find("m", "a")).toMatchObject({ state: "inflight", input: { amount: 100_00 } });
  expect(await store.expired(NOW, 10)).toMatchObject([{ memberId: "m", op: { id: "a" } }]);
});

test("a SQLite file whose receipts have the id alone as their key keeps them", async () => {
  const file = newFile();
  openFile(file);
  const database = databases.at(-1)!;
  database.exec(`
    DROP TABLE receipt;
    CREATE TABLE receipt (id TEXT PRIMARY KEY, memberId TEXT NOT NULL, document TEXT NOT NULL, writtenAt INTEGER NOT NULL) STRICT;
    CREATE INDEX receipt_writtenAt ON receipt (writtenAt);
    INSERT INTO receipt VALUES ('a', 'm', '{"id":"a","state":"done"}', ${NOW});
    PRAGMA user_version = 1;`);
  const store = sqliteStore(database, options);
  expect(await store.find("m", "a")).toEqual({ id: "a", state: "done" });
  expect(await store.find("other", "a")).toBeNull();
});

test("one process writes to a folder, others can read", async () => {
  const folder = join(directory, "locked");
  const lock = lockFolder(folder);
  const file = join(folder, "operations.sqlite");
  const store = openFile(file);
  await store.begin("m", { seq: 0, epoch: (await store.epoch()).id }, newOp("a"));
  const elsewhere = (code: string) => {
    const script = `import { openDatabase } from "./server/database.ts"; import { lockFolder } from "./server/config/files.ts"; ${code}`;
    return execFileSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      stdio: "pipe",
      encoding: "utf8",
    });
  };
  expect(() => elsewhere(`lockFolder(${JSON.stringify(folder)})`)).toThrow(/SQLITE_BUSY|locked/);
  const open = `const database = openDatabase(${JSON.stringify(file)}, { readOnly: true });`;
  expect(elsewhere(`${open} console.log(database.get("SELECT memberId FROM head").memberId)`)).toBe("m\n");
  expect(() => elsewhere(`${open} database.run("DELETE FROM head")`)).toThrow("readonly");
  lock.release();
  elsewhere(`lockFolder(${JSON.stringify(folder)})`);
});

test("only this user can read the files of a folder, also files that others could read before", () => {
  const folder = join(directory, "private");
  mkdirSync(folder);
  writeFileSync(join(folder, "operations.sqlite"), "", { mode: 0o644 });
  const lock = lockFolder(folder);
  openFile(join(folder, "operations.sqlite"));
  for (const name of ["operations.sqlite", "operations.sqlite-wal", "operations.sqlite-shm", "lock.sqlite"])
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  lock.release();
});

test("deletes operations after a week, and not before", async () => {
  for (const store of [memoryStore(options), openFile(newFile())]) {
    await store.begin("m", { seq: 0, epoch: (await store.epoch()).id }, newOp("a"));
    await store.forget(NOW);
    expect(await store.find("m", "a")).not.toBeNull();
    await store.forget(NOW + 1);
    expect(await store.find("m", "a")).toBeNull();
  }
});

test("an emptied Redis starts a new epoch, and old forms start nothing", async () => {
  const connection = redis.connect();
  const store = await redisStore(connection, { ...options, prefix: "wiped:" });
  const { id } = await store.epoch();
  await store.begin("m", { seq: 0, epoch: id }, newOp("a"));
  await connection.flushall();
  expect((await store.epoch()).id).not.toBe(id);
  expect(await store.begin("m", { seq: 0, epoch: id }, newOp("b"))).toMatchObject({ ok: false, records: { seq: 0 } });
  expect(await store.finish("m", "a", ["inflight"], { state: "done" })).toBeNull();
});
