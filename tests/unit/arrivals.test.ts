/** How long deposits took lately, on both stores. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { processArrivals, redisArrivals, type Arrivals } from "../../server/statement/arrivals";
import { startRedis, type RedisServer } from "../support/redis";
import { noBus } from "../../server/workers/bus";

const SECOND = 1_000;
const DAY = 24 * 3_600_000;

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const outage = { works: () => {}, failed: () => {} };
let now: number;
beforeEach(async () => {
  now = 0;
  await redis.connect().flushall();
});

describe.each<[string, () => Arrivals]>([
  ["in one process", () => processArrivals(() => now, noBus)],
  ["in Redis", () => redisArrivals(redis.connect(), () => now, outage)],
])("%s", (_, create) => {
  test("ten deposits make a typical one: half of them took longer", async () => {
    const arrivals = create();
    for (let count = 1; count <= 9; count += 1) await arrivals.note("qr", `op-${count}`, count * SECOND);
    expect(await arrivals.typical("qr")).toBeNull();
    await arrivals.note("qr", "op-10", 900 * SECOND);
    expect(await arrivals.typical("qr")).toBe(6 * SECOND);
    expect(await arrivals.typical("truewallet")).toBeNull();
  });

  test("a deposit counts once, however often its page is opened", async () => {
    const arrivals = create();
    for (let count = 0; count < 20; count += 1) await arrivals.note("truewallet", "op", count * SECOND);
    expect(await arrivals.typical("truewallet")).toBeNull();
  });

  test("the latest fifty of a week count", async () => {
    const arrivals = create();
    for (let count = 0; count < 50; count += 1) {
      now += 1;
      await arrivals.note("qr", `slow-${count}`, 600 * SECOND);
    }
    for (let count = 0; count < 50; count += 1) {
      now += 1;
      await arrivals.note("qr", `fast-${count}`, 20 * SECOND);
    }
    expect(await arrivals.typical("qr")).toBe(20 * SECOND);
    now += 7 * DAY;
    expect(await arrivals.typical("qr")).toBeNull();
  });
});

test("what Redis cannot tell is not known", async () => {
  const away = await startRedis();
  const connection = away.connect();
  await connection.ping();
  await away.stop();
  const arrivals = redisArrivals(connection, () => now, outage);
  connection.disconnect();
  await arrivals.note("qr", "op", SECOND);
  expect(await arrivals.typical("qr")).toBeNull();
});
