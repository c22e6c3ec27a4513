import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockFolder } from "../../server/config/files";
import { openDatabase, type Database } from "../../server/database";
import type { OpStore } from "../../server/operations/store";
import { memoryStore } from "../support/memory-store";
import { redisStore } from "../../server/operations/store-redis";
import { sqliteStore } from "../../server/operations/store-sqlite";
import { LEASE_MS, newOp } from "../support/new-op";
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

/** Its row has appeared. */
const BOOKED = { rows: [{ mark: "row", leg: 0, status: "SUCCESS", amount: 100_00 }] } as const;

describe.each(Object.keys(STORES))("the %s store", (name) => {
  const open = () => STORES[name]!();
  const begin = async (store: OpStore, seq: number, op: ReturnType<typeof newOp>) =>
    store.begin("m", { seq, epoch: (await store.epoch()).id }, op, LEASE_MS);

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
    expect(await store.begin("m", { seq: 0, epoch: "ffffffffffffffff" }, newOp("a"), LEASE_MS)).toMatchObject({
      ok: false,
    });
    expect(await begin(store, 0, newOp("a"))).toMatchObject({ ok: true, record: { seq: 1, keySeq: 0, floor: 0 } });
    expect(await begin(store, 1, newOp("b"))).toMatchObject({ ok: false, records: { seq: 1 } });
    await store.finish("m", "a", ["inflight"], { state: "done" });
    expect(await begin(store, 0, newOp("b"))).toMatchObject({ ok: false });
    expect(await begin(store, 1, newOp("b"))).toMatchObject({ ok: true });
  });

  test("tells how many members wait for an outcome, and since when", async () => {
    const store = await open();
    const none = { members: 0, oldest: null };
    expect(await store.waiting()).toEqual({ unknown: none, review: none });
    await begin(store, 0, newOp("a"));
    await store.finish("m", "a", ["inflight"], { state: "unknown" });
    const { startedAt } = (await store.find("m", "a"))!;
    await expect.poll(store.waiting).toEqual({ unknown: { members: 1, oldest: startedAt }, review: none });
    await store.finish("m", "a", ["unknown"], { state: "review" });
    await expect.poll(store.waiting).toEqual({ unknown: none, review: { members: 1, oldest: startedAt } });
    await store.finish("m", "a", ["review"], { acknowledged: true });
    await expect.poll(store.waiting).toEqual({ unknown: none, review: none });
  });

  test("changes an operation only from the expected state, and only along allowed transitions", async () => {
    const store = await open();
    await begin(store, 0, newOp("a"));
    expect(await store.finish("m", "a", ["unknown"], { state: "done" })).toBeNull();
    expect(await store.finish("m", "a", ["inflight"], { state: "rejected", code: "NO_GAME" })).toMatchObject({
      code: "NO_GAME",
    });
    expect(await store.finish("m", "a", ["inflight"], { state: "done" })).toBeNull();
    await expect(store.finish("m", "a", ["rejected"], { state: "notdone" })).rejects.toThrow(
      "from rejected to notdone",
    );
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
      await store.finish("m", `op-${i}`, ["inflight"], { state: "done", ...BOOKED });
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
        await store.begin(memberId, { seq, epoch }, newOp(`op-${seq}`, { input: { memberId } }), LEASE_MS);
        await store.finish(memberId, `op-${seq}`, ["inflight"], { state: "done", ...BOOKED });
      }
    }
    expect(await store.find("m", "op-0")).toMatchObject({ input: { memberId: "m" } });
    expect(await store.find("other", "op-0")).toMatchObject({ input: { memberId: "other" } });
  });

  test("starts nothing with an id that the member already has", async () => {
    const store = await open();
    for (let seq = 0; seq < 11; seq += 1) {
      await begin(store, seq, newOp(`op-${seq}`));
      await store.finish("m", `op-${seq}`, ["inflight"], { state: "done", ...BOOKED });
    }
    for (const taken of ["op-0", "op-10"]) expect(await begin(store, 11, newOp(taken))).toMatchObject({ ok: false });
    expect(await store.records("m")).toMatchObject({ seq: 11 });
    expect(await begin(store, 11, newOp("op-11"))).toMatchObject({ ok: true });
  });

  test("finds operations whose owner no longer renews the lease, by the store's clock", async () => {
    const store = await open();
    const { at } = await store.records("m");
    expect(await begin(store, 0, newOp("a"))).toMatchObject({
      ok: true,
      record: { startedAt: expect.closeTo(at, -4) },
    });
    expect(await store.expired(10)).toEqual([]);
    expect(await store.renew("m", "a", "somebody else", -1)).toBe(false);
    expect(await store.expired(10)).toEqual([]);
    expect(await store.renew("m", "a", "me", -1)).toBe(true);
    await expect.poll(() => store.expired(10)).toMatchObject([{ memberId: "m", op: { id: "a" } }]);
    await store.finish("m", "a", ["inflight"], { state: "unknown" });
    expect(await store.expired(10)).toEqual([]);
    expect(await store.renew("m", "a", "me", LEASE_MS)).toBe(false);
  });

  test("keeps an operation that waits for its row, and the marks of rows of those it no longer keeps", async () => {
    const store = await open();
    for (let seq = 0; seq < 13; seq += 1) {
      await begin(store, seq, newOp(`op-${seq}`));
      await store.finish("m", `op-${seq}`, ["inflight"], { state: "done", ...(seq === 1 ? {} : BOOKED) });
    }
    const { recent, taken } = await store.records("m");
    expect(recent.map(({ id }) => id)).toEqual(Array.from({ length: 12 }, (_, at) => `op-${at + 1}`));
    expect(taken).toEqual(["row"]);
  });

  test("changes several operations at once, and reports what became of each", async () => {
    const store = await open();
    await begin(store, 0, newOp("a"));
    await store.finish("m", "a", ["inflight"], { state: "unknown" });
    await store.finish("m", "a", ["unknown"], { state: "notdone" });
    await begin(store, 1, newOp("b"));
    const { recent } = await store.amend("m", (known) =>
      known.recent.map((op) => (op.id === "a" ? { ...op, state: "done" } : { ...op, acknowledged: true })),
    );
    expect(recent).toMatchObject([{ state: "done" }, { acknowledged: true }]);
    expect(await store.find("m", "a")).toMatchObject({ state: "done" });
    await expect(
      store.amend("m", (known) => known.recent.map((op) => ({ ...op, state: "review" as const }))),
    ).rejects.toThrow("from done to review");
  });

  test("a slip can be sent while another operation is open, with any form, but once", async () => {
    const store = await open();
    await begin(store, 0, newOp("a"));
    const slip = { op: "uploadSlip", fingerprint: "slip" } as const;
    expect(await begin(store, 0, newOp("b", slip))).toMatchObject({ ok: true });
    expect(await begin(store, 0, newOp("c", slip))).toMatchObject({ ok: false });
    expect(await begin(store, 2, newOp("d", slip))).toMatchObject({ ok: true });
    expect(await store.records("m")).toMatchObject({ seq: 3, floor: 1 });
  });

  test("remembers the longest lag of a day", async () => {
    const store = await open();
    expect(await store.lag()).toBeNull();
    await store.noteLag(1_200.4);
    await store.noteLag(300);
    expect(await store.lag()).toBe(1_200);
  });
});

test("a SQLite file survives SIGKILL, and operations in flight lose their owner", async () => {
  const file = newFile();
  const script = `
    import { openDatabase } from "./server/database.ts";
    import { sqliteStore } from "./server/operations/store-sqlite.ts";
    const store = sqliteStore(openDatabase(${JSON.stringify(file)}, { durable: true }), ${JSON.stringify({ closedForMs: CLOSED_FOR_MS })});
    const { id } = await store.epoch();
    await store.begin("m", { seq: 0, epoch: id }, ${JSON.stringify(newOp("a"))}, ${LEASE_MS});
    console.log(id);
    process.kill(process.pid, "SIGKILL");`;
  const killed = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(killed).toMatchObject({ signal: "SIGKILL", stderr: "" });
  const store = openFile(file);
  expect((await store.epoch()).id).toBe(killed.stdout.trim());
  expect(await store.find("m", "a")).toMatchObject({ state: "inflight", input: { amount: 100_00 } });
  expect(await store.expired(10)).toMatchObject([{ memberId: "m", op: { id: "a" } }]);
});

test("in Redis, a member who waits no more is not counted, although nobody has said so", async () => {
  const connection = redis.connect();
  const store = await redisStore(connection, { ...options, prefix: "stale:" });
  await store.begin("m", { seq: 0, epoch: (await store.epoch()).id }, newOp("a"), LEASE_MS);
  await store.finish("m", "a", ["inflight"], { state: "unknown" });
  await connection.zadd("stale:unknown", 1, "long ago", Date.now(), "somebody else");
  const { startedAt } = (await store.find("m", "a"))!;
  expect((await store.waiting()).unknown).toEqual({ members: 1, oldest: startedAt });
});

test("a SQLite file whose receipts have the id alone as their key keeps them", async () => {
  const file = newFile();
  openFile(file);
  const database = databases.at(-1)!;
  database.exec(`
    DROP TABLE receipt;
    DROP TABLE lag;
    DROP INDEX head_unknown;
    DROP INDEX head_review;
    ALTER TABLE head DROP COLUMN unknown;
    ALTER TABLE head DROP COLUMN review;
    INSERT INTO head VALUES ('m', 1, '{"recent":[{"state":"done","startedAt":1},{"state":"unknown","startedAt":2}]}', NULL, ${NOW});
    INSERT INTO head VALUES ('n', 1, '{"recent":[{"state":"review","startedAt":3,"acknowledged":true}]}', NULL, ${NOW});
    INSERT INTO head VALUES ('o', 1, '{"recent":[{"state":"review","startedAt":4,"acknowledged":false}]}', NULL, ${NOW});
    CREATE TABLE receipt (id TEXT PRIMARY KEY, memberId TEXT NOT NULL, document TEXT NOT NULL, writtenAt INTEGER NOT NULL) STRICT;
    CREATE INDEX receipt_writtenAt ON receipt (writtenAt);
    INSERT INTO receipt VALUES ('a', 'm', '{"id":"a","state":"done"}', ${NOW});
    PRAGMA user_version = 1;`);
  const store = sqliteStore(database, options);
  expect(await store.find("m", "a")).toEqual({ id: "a", state: "done" });
  expect(await store.find("other", "a")).toBeNull();
  expect(await store.waiting()).toEqual({ unknown: { members: 1, oldest: 2 }, review: { members: 1, oldest: 4 } });
});

test("one process writes to a folder, others can read", async () => {
  const folder = join(directory, "locked");
  const lock = lockFolder(folder);
  const file = join(folder, "operations.sqlite");
  const store = openFile(file);
  await store.begin("m", { seq: 0, epoch: (await store.epoch()).id }, newOp("a"), LEASE_MS);
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
  let now = NOW;
  const dated = { ...options, now: () => now };
  for (const store of [memoryStore(dated), sqliteStore(openDatabase(newFile(), { durable: true }), dated)]) {
    now = NOW;
    await store.begin("m", { seq: 0, epoch: (await store.epoch()).id }, newOp("a"), LEASE_MS);
    now = NOW + 7 * 24 * 3_600_000;
    await store.forget();
    expect(await store.find("m", "a")).not.toBeNull();
    now += 1;
    await store.forget();
    expect(await store.find("m", "a")).toBeNull();
  }
});

test("measures of a lag count for a day", async () => {
  let now = NOW;
  const dated = { ...options, now: () => now };
  for (const store of [memoryStore(dated), sqliteStore(openDatabase(newFile(), { durable: true }), dated)]) {
    now = NOW;
    await store.noteLag(90_000);
    now = NOW + 23 * 3_600_000;
    await store.noteLag(10_000);
    expect(await store.lag()).toBe(90_000);
    now = NOW + 24 * 3_600_000;
    expect(await store.lag()).toBe(10_000);
  }
});

test("an emptied Redis starts a new epoch, and old forms start nothing", async () => {
  const connection = redis.connect();
  const store = await redisStore(connection, { ...options, prefix: "wiped:" });
  const { id } = await store.epoch();
  await store.begin("m", { seq: 0, epoch: id }, newOp("a"), LEASE_MS);
  await connection.flushall();
  expect((await store.epoch()).id).not.toBe(id);
  expect(await store.begin("m", { seq: 0, epoch: id }, newOp("b"), LEASE_MS)).toMatchObject({
    ok: false,
    records: { seq: 0 },
  });
  expect(await store.finish("m", "a", ["inflight"], { state: "done" })).toBeNull();
});
