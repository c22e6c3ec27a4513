/** How audit lines are stored, in SQLite and in Redis. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditLine, AuditQuery } from "../../server/audit/line";
import { linesInRedis, redisAudit } from "../../server/audit/store-redis";
import { linesInFile, sqliteAudit } from "../../server/audit/store-sqlite";
import { createTrail, type AuditStore } from "../../server/audit/trail";
import { openDatabase, type Database } from "../../server/database";
import { createLog } from "../../server/log";
import { memoryStore } from "../support/memory-store";
import { startRedis } from "../support/redis";
import { createStage, START, TRANSFER } from "./operations-stage";

const DAY = 24 * 3_600_000;
const NOW = Date.now();
const keepMs = 400 * DAY;

let folder: string;
let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "audit-"));
  redis = await startRedis();
});
afterAll(async () => {
  await redis?.stop();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
function openFile(): Database {
  files += 1;
  return openDatabase(join(folder, `${files}.sqlite`), { durable: true });
}

interface Kept {
  store: AuditStore;
  find(query: AuditQuery): Promise<AuditLine[]>;
  /** Stores a line as if it had been written `days` ago. */
  addOld(line: AuditLine, days: number): Promise<unknown>;
}
const STORES: Record<string, () => Promise<Kept>> = {
  SQLite: async () => {
    const database = openFile();
    const store = sqliteAudit(database, { keepMs });
    const addOld = (line: AuditLine, days: number) => store.add({ ...line, at: NOW - days * DAY });
    return { store, find: async (query) => linesInFile(database, query), addOld };
  },
  Redis: async () => {
    const connection = redis.connect();
    await connection.flushall();
    const addOld = (line: AuditLine, days: number) => {
      const at = NOW - days * DAY;
      return connection.xadd(`audit:lines:${line.memberId}`, `${at}-0`, "line", JSON.stringify({ ...line, at }));
    };
    return { store: redisAudit(connection, { keepMs }), find: (query) => linesInRedis(connection, query), addOld };
  },
};

const line = (more: Partial<AuditLine> = {}): AuditLine => ({
  at: NOW,
  memberId: "m",
  step: "began",
  state: "inflight",
  code: null,
  operation: "withdraw",
  reference: "op-1",
  amount: 500_00,
  currency: "BAHT",
  requestId: "REQUEST001",
  network: "203.0.113.0/24",
  instance: "host:1",
  ...more,
});

describe.each(Object.keys(STORES))("audit lines in %s", (name) => {
  test("are found by member and time, by reference, and by request id, in their order", async () => {
    const { store, find } = await STORES[name]!();
    const mine = [
      line(),
      line({ step: "sent" }),
      line({ step: "answered", state: "done", at: NOW + 1000 }),
      line({ reference: "op-2", requestId: null, amount: null, at: NOW + 2000 }),
    ];
    for (const one of [...mine, line({ memberId: "other", reference: "op-3", requestId: "REQUEST003" })])
      await store.add(one);
    expect(await find({ memberId: "m" })).toEqual(mine);
    expect(await find({ memberId: "m", since: NOW + 1, until: NOW + 1000 })).toEqual([mine[2]]);
    expect(await find({ reference: "op-1" })).toEqual(mine.slice(0, 3));
    expect(await find({ reference: "REQUEST001" })).toEqual(mine.slice(0, 3));
    expect(await find({ memberId: "other", reference: "op-1" })).toEqual([]);
    expect(await find({ reference: "nothing" })).toEqual([]);
  });

  test("are deleted when they are too old, and not before", async () => {
    const { store, find, addOld } = await STORES[name]!();
    await addOld(line({ reference: "too-old" }), 401);
    await addOld(line({ reference: "old" }), 399);
    await store.add(line({ reference: "new" }));
    // SQLite deletes old lines once an hour.
    await store.add(line({ reference: "later", at: NOW + 3_600_000 }));
    expect((await find({ memberId: "m" })).map(({ reference }) => reference)).toEqual(["old", "new", "later"]);
  });
});

test("every audit key in Redis expires", async () => {
  const connection = redis.connect();
  await connection.flushall();
  await redisAudit(connection, { keepMs }).add(line());
  const keys = await connection.keys("*");
  expect(keys.sort()).toEqual(["audit:lines:m", "audit:member:REQUEST001", "audit:member:op-1"]);
  for (const key of keys) expect(await connection.pttl(key)).toBeGreaterThan(keepMs - DAY);
});

test("a line in SQLite cannot be changed", () => {
  const database = openFile();
  void sqliteAudit(database, { keepMs }).add(line());
  expect(() => database.run("UPDATE line SET amount = 1")).toThrow("audit lines do not change");
});

/** A log that keeps its lines. */
function logged() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(
        ...String(chunk)
          .trim()
          .split("\n")
          .map((text) => JSON.parse(text) as Record<string, unknown>),
      );
      done();
    },
  });
  return { lines, sink };
}

test("a line that cannot be stored is logged, and the operation is sent once and completes", async () => {
  const database = openFile();
  const { lines, sink } = logged();
  const trail = createTrail({
    store: sqliteAudit(database, { keepMs }),
    log: createLog("warn", sink),
    instance: "host:1",
    now: () => NOW,
  });
  database.exec("DROP TABLE line");
  const store = memoryStore({ now: () => START, closedForMs: 0, observe: trail.observe });
  const stage = createStage({ store, observe: trail.observe });
  const request = stage.request();
  const outcome = await stage.soon(request.run("transfer", TRANSFER, await stage.soon(request.formKey("transfer"))));
  await trail.settled();
  expect(await store.find("m", (outcome as { id: string }).id)).toMatchObject({ state: "done" });
  expect(stage.operator.sent).toHaveLength(1);
  expect(lines.filter(({ msg }) => msg === "audit line could not be stored")).toHaveLength(3);
  // Audit lines are logged whatever the level.
  expect(lines.filter(({ kind }) => kind === "audit").map(({ step }) => step)).toEqual(["began", "sent", "answered"]);
});
