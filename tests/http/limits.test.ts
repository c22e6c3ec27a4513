import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import request from "supertest";
import { createLimits, type Limits } from "../../server/http/rate-limit";
import { createLog } from "../../server/log";
import { startApp } from "./app";
import { browser } from "./client";

const log = createLog("silent", { write: () => {} });
const PHONE = "0812345678";

/** How many of `tries` consecutive attempts are allowed before the first refusal. */
async function allowed(attempt: () => Promise<number | null>, tries: number): Promise<number> {
  let count = 0;
  while (count < tries && (await attempt()) === null) count += 1;
  return count;
}

function rules(make: () => Limits) {
  test("five failed logins block the phone number for 15 minutes, and no other", async () => {
    const limits = make();
    expect(await allowed(() => limits.login(PHONE, "10.0.0.1"), 9)).toBe(5);
    expect(await limits.login(PHONE, "10.0.0.2")).toBeGreaterThan(800);
    expect(await limits.login("0898765432", "10.0.0.1")).toBeNull();
  });

  test("a successful login does not count", async () => {
    const limits = make();
    for (let count = 0; count < 12; count += 1) {
      expect(await limits.login(PHONE, "10.0.0.3")).toBeNull();
      await limits.loginSucceeded(PHONE, "10.0.0.3");
    }
  });

  test("a phone gets at most one code a minute", async () => {
    const limits = make();
    expect(await allowed(() => limits.otpSend(PHONE, "10.0.0.4"), 9)).toBe(1);
    expect(await limits.otpSend(PHONE, "10.0.0.4")).toBeLessThanOrEqual(60);
  });

  test("an IP address can request at most twenty codes an hour", async () => {
    const limits = make();
    let phone = 0;
    expect(await allowed(() => limits.otpSend(`08${(phone += 1)}`, "10.0.0.5"), 40)).toBe(20);
  });

  test("a code can be tried five times, the codes of a phone ten times an hour", async () => {
    const limits = make();
    expect(await allowed(() => limits.otpVerify("token-a", PHONE), 20)).toBe(5);
    expect(await allowed(() => limits.otpVerify("token-b", PHONE), 20)).toBeLessThanOrEqual(5);
    expect(await limits.otpVerify("token-c", PHONE)).toBeGreaterThan(0);
  });

  test("ten money forms and six hundred pages a minute are allowed", async () => {
    const limits = make();
    expect(await allowed(() => limits.money("member-1"), 20)).toBe(10);
    expect(await limits.money("member-2")).toBeNull();
    expect(await allowed(() => limits.page("10.0.0.6"), 700)).toBe(600);
  });
}

describe("in one process", () => {
  rules(() => createLimits({ redis: null, enabled: true, log }));
});

describe("shared through Redis", () => {
  let server: ChildProcess;
  let redis: Redis;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    server = spawn("redis-server", ["--port", String(port), "--save", "", "--appendonly", "no"], { stdio: "ignore" });
    redis = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: 1, retryStrategy: () => 50 });
    redis.on("error", () => undefined);
    await new Promise((resolve) => redis.once("ready", resolve));
  });
  afterAll(() => {
    redis.disconnect();
    server.kill();
  });

  const fresh = () => {
    void redis.flushall();
    return createLimits({ redis, enabled: true, log });
  };
  rules(fresh);

  test("without Redis each process allows half the points", async () => {
    const limits = fresh();
    const ended = new Promise((resolve) => redis.once("close", resolve));
    server.kill("SIGKILL");
    await ended;
    expect(await allowed(() => limits.money("member-9"), 20)).toBe(5);
  });
});

test("the sixth wrong password is not sent to the operator", async () => {
  const app = await startApp();
  const guest = browser(app);
  const tryOnce = async () =>
    (await guest.post("/login", { _t: await guest.token(), username: PHONE, password: "wrong" })).body;
  for (let count = 0; count < 5; count += 1) expect(await tryOnce()).toEqual({ wrong: true });
  expect(await tryOnce()).toEqual({ wait: 900 });
  await app.close();
});

test("too many requests from one address get 429, in the market's language", async () => {
  const app = await startApp({ MARKET: "la" });
  for (let count = 0; count < 600; count += 1) await app.services.limits.page("127.0.0.1");
  const answer = await request(app.server).get("/login");
  expect(answer.status).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(answer.text).toContain('lang="lo"');
  expect((await request(app.server).get("/healthz")).status).toBe(200);
  await app.close();
});

test("only the trusted proxy can set the client's address", async () => {
  const seen = async (trusted: string) => {
    const app = await startApp({ TRUST_PROXY: trusted });
    for (let count = 0; count < 600; count += 1) await app.services.limits.page("203.0.113.9");
    const answer = await request(app.server).get("/login").set("X-Forwarded-For", "198.51.100.1, 203.0.113.9");
    await app.close();
    return answer.status;
  };
  expect(await seen("1")).toBe(429);
  expect(await seen("0")).toBe(200);
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
