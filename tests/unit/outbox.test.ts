/** Messages on their way, on both stores: each is taken once, by whichever container, and is kept for a day. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { redisOutbox, sqliteOutbox, type Outbox, type Sending } from "../../server/conversation/outbox";
import { migrate, openDatabase } from "../../server/database";
import { SESSIONS_SCHEMA } from "../../server/session/schema";
import { startRedis, type RedisServer } from "../support/redis";

const HOUR = 3_600_000;

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

let now: number;
beforeEach(async () => {
  now = 0;
  await redis.connect().flushall();
});

const sending = (id: string, words = id): Sending => ({
  id,
  message: { message_type: "text", payload: words },
  state: "sending",
  at: now,
});
const ids = async (outbox: Outbox) => (await outbox.list("member-1")).map(({ id }) => id);

function inFiles(): [Outbox, Outbox] {
  const database = openDatabase(":memory:");
  migrate(database, SESSIONS_SCHEMA);
  return [sqliteOutbox(database, () => now), sqliteOutbox(database, () => now)];
}
const inRedis = (): [Outbox, Outbox] => [
  redisOutbox(redis.connect(), () => now),
  redisOutbox(redis.connect(), () => now),
];

describe.each([
  ["in SQLite", inFiles],
  ["in Redis, from two containers", inRedis],
])("%s", (_, create) => {
  test("the same message is taken once, whoever comes first", async () => {
    const [one, other] = create();
    const taken = await Promise.all([one, other, one, other].map((outbox) => outbox.add("member-1", sending("a"))));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await ids(other)).toEqual(["a"]);
  });

  test("an entry is replaced by one of two who saw the same", async () => {
    const [one, other] = create();
    const before = sending("a");
    await one.add("member-1", before);
    const [failed, arrived] = [
      { ...before, state: "failed" as const },
      { ...before, state: "succeed" as const, message: null },
    ];
    const done = await Promise.all([
      one.replace("member-1", before, failed),
      other.replace("member-1", before, arrived),
    ]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await one.list("member-1")).toEqual([done[0] ? failed : arrived]);
  });

  test("conversations are apart, and each is in the order of its messages", async () => {
    const [one, other] = create();
    for (const id of ["b", "a", "c"]) {
      now += 1;
      await one.add("member-1", sending(id));
    }
    await other.add("member-2", sending("a"));
    expect(await ids(other)).toEqual(["b", "a", "c"]);
  });

  test("a member who writes every hour has the messages of one day, not of all", async () => {
    const [one] = create();
    for (let hour = 0; hour < 72; hour += 1) {
      now = hour * HOUR;
      await one.add("member-1", sending(`message-${hour}`));
    }
    expect(await ids(one)).toHaveLength(24);
  });
});

test("in Redis, old messages leave the store, too", async () => {
  const [one] = inRedis();
  for (let hour = 0; hour < 72; hour += 1) {
    now = hour * HOUR;
    await one.add("member-1", sending(`message-${hour}`));
  }
  const keys = await redis.connect().keys("*");
  expect(keys).toHaveLength(1);
  expect(await redis.connect().hlen(keys[0]!)).toBe(24);
  expect(await redis.connect().pttl(keys[0]!)).toBeGreaterThan(0);
});
