/** Sign-outs outlast the process and a full store: a real SQLite file, a real Redis. */
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openDatabase, type Database } from "../../server/database";
import { createLog } from "../../server/log";
import { redisHistory } from "../../server/operations/history";
import { redisRevoked, sqliteRevoked, type RevokedSessions } from "../../server/session/revoked";
import { startRedis } from "../support/redis";

const UNTIL = Date.now() + 3_600_000;
const log = createLog("silent", new Writable());
const session = (sid: string) => ({ sid, member: { id: "m" } });
const isOut = async (revoked: RevokedSessions, sid: string) => (await revoked.find(session(sid))).revoked;
const listOf = async (revoked: RevokedSessions) => (await revoked.find(session("any"))).list;

describe("in SQLite", () => {
  let folder: string;
  let database: Database;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sign-outs-"));
    database = openDatabase(join(folder, "sessions.sqlite"), { durable: true });
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const marker = (at = folder) => join(at, "stored");
  const openAt = (opened: Database, at = folder) => sqliteRevoked(opened, Date.now, log, marker(at));
  /** A process that starts with the files as they are now. */
  const nextStart = () => {
    const copy = mkdtempSync(join(tmpdir(), "sign-outs-"));
    cpSync(folder, copy, { recursive: true });
    const reopened = openDatabase(join(copy, "sessions.sqlite"), { durable: true });
    onTestFinished(() => {
      reopened.close();
      rmSync(copy, { recursive: true, force: true });
    });
    return openAt(reopened, copy);
  };
  /** Signs out until the database is full. Returns the first session whose sign-out could not be written. */
  async function fill(revoked: RevokedSessions): Promise<string> {
    database.exec(`PRAGMA max_page_count = ${database.get<{ page_count: number }>("PRAGMA page_count")!.page_count}`);
    for (let i = 0; i < 10_000; i += 1) if (!(await revoked.add(`full-${i}`, UNTIL))) return `full-${i}`;
    throw new Error("The database was never full.");
  }

  test("a sign-out outlasts the process that stored it, and the list keeps its id", async () => {
    const revoked = openAt(database);
    expect(await revoked.add("s", UNTIL)).toBe(true);
    const next = nextStart();
    expect([await isOut(next, "s"), await isOut(next, "other")]).toEqual([true, false]);
    expect(await listOf(next)).toBe(await listOf(revoked));
  });

  test("a sign-out that finds the disk full counts at once, and is stored when there is room", async () => {
    const revoked = openAt(database);
    const sid = await fill(revoked);
    expect(await isOut(revoked, sid)).toBe(true);
    database.exec("PRAGMA max_page_count = 1000000");
    // The next look at any session writes what is waiting.
    expect(await isOut(revoked, "other")).toBe(false);
    expect(existsSync(marker())).toBe(true);
    const next = nextStart();
    expect(await isOut(next, sid)).toBe(true);
    expect(await listOf(next)).toBe(await listOf(revoked));
  });

  test("if the process ends before there is room, no earlier session is valid any more", async () => {
    const revoked = openAt(database);
    await fill(revoked);
    const next = nextStart();
    expect(await listOf(next)).not.toBe(await listOf(revoked));
    expect(await listOf(nextStart())).not.toBe(await listOf(revoked));
  });

  test("a list from before there was a marker stays valid", async () => {
    openAt(database);
    database.run("UPDATE list SET id = 'aaaaaaaaaaaaaaaa'");
    rmSync(marker());
    expect(await listOf(nextStart())).toBe("aaaaaaaaaaaaaaaa");
  });
});

describe("in Redis", () => {
  let server: Awaited<ReturnType<typeof startRedis>>;
  beforeEach(async () => {
    server = await startRedis();
  });
  afterEach(() => server.stop());

  const open = async () => {
    const redis = server.connect();
    const history = redisHistory(redis, { closedForMs: 0 });
    await history.look();
    return redisRevoked(redis, Date.now, log, history.keep);
  };

  test("a sign-out outlasts Redis and the process that stored it", async () => {
    const revoked = await open();
    const list = await listOf(revoked);
    expect(await revoked.add("s", UNTIL)).toBe(true);
    await server.kill();
    await server.start();
    const next = await open();
    expect([await isOut(next, "s"), await isOut(next, "other")]).toEqual([true, false]);
    expect(await listOf(next)).toBe(list);
  });

  test("a sign-out that finds Redis full counts at once here, and elsewhere when there is room", async () => {
    const [revoked, elsewhere] = [await open(), await open()];
    const admin = server.connect();
    await admin.config("SET", "maxmemory", "1");
    expect(await revoked.add("s", UNTIL)).toBe(false);
    expect([await isOut(revoked, "s"), await isOut(elsewhere, "s")]).toEqual([true, false]);
    await admin.config("SET", "maxmemory", "0");
    await expect.poll(() => isOut(revoked, "other").then(() => isOut(elsewhere, "s"))).toBe(true);
    await expect.poll(() => admin.pttl("denied-list")).toBe(-1);
  });

  test("while a sign-out is missing, the list ends within the hour, and with it all sessions", async () => {
    const revoked = await open();
    const before = await listOf(revoked);
    const admin = server.connect();
    await admin.config("SET", "maxmemory", "1");
    await revoked.add("s", UNTIL);
    const left = await admin.pttl("denied-list");
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(3_600_000);
    // A later failure does not put it off.
    await admin.pexpire("denied-list", 60_000);
    await revoked.add("t", UNTIL);
    expect(await admin.pttl("denied-list")).toBeLessThanOrEqual(60_000);
    await admin.pexpire("denied-list", 1);
    await admin.config("SET", "maxmemory", "0");
    await expect.poll(async () => listOf(await open())).not.toBe(before);
  });
});
