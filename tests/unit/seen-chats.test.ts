/** What people have seen of their conversations, on both stores: all processes know the same, also after a restart. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { redisSeenChats, sqliteSeenChats, type SeenChats } from "../../server/conversation/seen";
import { migrate, openDatabase } from "../../server/database";
import { SESSIONS_SCHEMA } from "../../server/session/schema";
import { startRedis, type RedisServer } from "../support/redis";

const DAY = 24 * 3_600_000;
const outage = { works: () => {}, failed: () => {} };

let redis: RedisServer;
let folder: string;
beforeAll(async () => {
  redis = await startRedis();
  folder = mkdtempSync(join(tmpdir(), "seen-chats-"));
});
afterAll(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true });
});

let now = 0;
let files = 0;
beforeEach(async () => {
  files += 1;
  await redis.connect().flushall();
});

/** A process of its own on the same store. */
function inFile(): SeenChats {
  const database = openDatabase(join(folder, `${files}.sqlite`));
  migrate(database, SESSIONS_SCHEMA);
  return sqliteSeenChats(database, () => now, outage);
}
const inRedis = () => redisSeenChats(redis.connect(), outage);

describe.each([
  ["in SQLite", inFile],
  ["in Redis", inRedis],
])("%s", (_, open) => {
  test("every process knows what one has seen and counted, and one that starts later, too", async () => {
    const [one, other] = [open(), open()];
    expect(await one.read("member-1")).toEqual({ until: null, shown: 0, unread: 0 });
    expect(await one.see("member-1", 0)).toBeNull();
    expect(await other.see("member-1", 2_000)).toBe(0);
    await one.count("member-1", 2_000, 3);
    for (const process of [one, other, open()])
      expect(await process.read("member-1")).toEqual({ until: 2_000, shown: 0, unread: 3 });
    expect(await open().read("member-2")).toEqual({ until: null, shown: 0, unread: 0 });
  });

  test("an older page does not bring back what was seen", async () => {
    const store = open();
    await store.see("member-1", 2_000);
    expect(await store.see("member-1", 1_000)).toBe(2_000);
    expect((await store.read("member-1")).until).toBe(2_000);
  });

  test("the newest message that any process has shown is known to all", async () => {
    const [one, other] = [open(), open()];
    await one.show("member-1", 2_000);
    await other.show("member-1", 1_000);
    expect(await other.read("member-1")).toEqual({ until: null, shown: 2_000, unread: 0 });
    await one.see("member-1", 1_000);
    expect(await other.read("member-1")).toEqual({ until: 1_000, shown: 2_000, unread: 0 });
  });

  test("a count is void once more was seen, whichever is told first", async () => {
    const store = open();
    await store.see("member-1", 1_000);
    await store.count("member-1", 1_000, 3);
    await store.see("member-1", 2_000);
    expect(await store.read("member-1")).toEqual({ until: 2_000, shown: 0, unread: 0 });
    await store.count("member-1", 1_000, 3);
    expect(await store.read("member-1")).toEqual({ until: 2_000, shown: 0, unread: 0 });
  });
});

test("in SQLite, what nobody has changed for longer than a guest's conversation is known leaves the store", async () => {
  const store = inFile();
  await store.see("member-1", 1);
  now += 91 * DAY;
  await store.see("member-2", 1);
  expect((await store.read("member-1")).until).toBeNull();
});

test("in Redis, it expires", async () => {
  await inRedis().see("member-1", 1);
  const left = await redis.connect().pttl((await redis.connect().keys("*"))[0]!);
  expect(left).toBeGreaterThan(89 * DAY);
});

test("a store that is away knows nothing, and fails nobody", async () => {
  const away = await startRedis();
  const connection = away.connect();
  await connection.ping();
  await away.stop();
  const store = redisSeenChats(connection, outage);
  connection.disconnect();
  await store.count("member-1", 0, 1);
  await store.show("member-1", 1);
  expect(await store.see("member-1", 1)).toBeNull();
  expect(await store.read("member-1")).toEqual({ until: null, shown: 0, unread: 0 });
});
