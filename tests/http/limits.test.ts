import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import express from "express";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import request from "supertest";
import type { LoginAttempt } from "../../server/http/login-limit";
import { networkOf, shortAddress } from "../../server/http/network";
import { limitPages } from "../../server/http/page-limit";
import { createLimits, type Limits } from "../../server/http/rate-limit";
import { createLog } from "../../server/log";
import { startApp } from "./app";
import { browser, FROM_OWN_PAGE, type Browser } from "./client";

const log = createLog("silent", { write: () => {} });
const PHONE = "0812345678";

/** How many of `tries` consecutive attempts are allowed before the first refusal. */
async function allowed(attempt: () => Promise<number | null>, tries: number): Promise<number> {
  let count = 0;
  while (count < tries && (await attempt()) === null) count += 1;
  return count;
}

/** One sign-in that the operator answers. @returns null, or the seconds until the next attempt is allowed */
const tryLogin = async (limits: Limits, attempt: Partial<LoginAttempt>, isWrong = true) => {
  const { wait, end } = await limits.login({ phone: PHONE, address: "10.0.0.1", knownBrowser: null, ...attempt });
  if (wait === null) await end(isWrong);
  return wait;
};

/** `pass`: advances the clock of the limits by this many seconds. */
function rules(make: () => Limits, pass: (seconds: number) => Promise<void>) {
  afterEach(() => void vi.useRealTimers());

  test("five wrong passwords block only this phone number, for 15 minutes", async () => {
    const limits = make();
    expect(await allowed(() => tryLogin(limits, {}), 9)).toBe(5);
    expect(await tryLogin(limits, { address: "10.0.0.2" })).toBeGreaterThan(800);
    expect(await tryLogin(limits, { phone: "0898765432" })).toBeNull();
  });

  test("only wrong passwords count", async () => {
    const limits = make();
    expect(await allowed(() => tryLogin(limits, {}, false), 40)).toBe(40);
    expect(await allowed(() => tryLogin(limits, {}), 9)).toBe(5);
  });

  test("a member looks up ten promotion codes in a minute", async () => {
    const limits = make();
    expect(await allowed(() => limits.promotion("member"), 20)).toBe(10);
    expect(await limits.promotion("other")).toBeNull();
  });

  test("parallel attempts count before they are answered", async () => {
    const limits = make();
    const attempt = { phone: PHONE, address: "10.0.0.1", knownBrowser: null };
    const tries = await Promise.all(Array.from({ length: 26 }, () => limits.login(attempt)));
    const begun = tries.filter(({ wait }) => wait === null);
    expect(begun).toHaveLength(5);
    await Promise.all(begun.map(({ end }) => end(true)));
    expect(await tryLogin(limits, {})).toBeGreaterThan(800);
  });

  test("parallel attempts with the right password leave no block", async () => {
    const limits = make();
    const attempt = { phone: PHONE, address: "10.0.0.1", knownBrowser: null };
    const tries = await Promise.all(Array.from({ length: 9 }, () => limits.login(attempt)));
    expect(tries.filter(({ wait }) => wait !== null && wait <= 10)).toHaveLength(4);
    await Promise.all(tries.filter(({ wait }) => wait === null).map(({ end }) => end(false)));
    expect(await tryLogin(limits, {}, false)).toBeNull();
  });

  test("a stranger cannot lock out a browser that has signed in before", async () => {
    const limits = make();
    expect(await allowed(() => tryLogin(limits, {}), 9)).toBe(5);
    expect(await tryLogin(limits, { knownBrowser: "own" })).toBeNull();
    expect(await allowed(() => tryLogin(limits, { knownBrowser: "own" }), 9)).toBe(4);
    expect(await tryLogin(limits, { knownBrowser: "other" })).toBeNull();
  });

  test("thirty wrong passwords for many numbers block the address, each time for longer", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const limits = make();
    let phone = 0;
    const spray = () => tryLogin(limits, { phone: `08${(phone += 1)}`, address: "10.0.0.7" });
    for (const minutes of [1, 5, 15, 60, 60]) {
      expect(await allowed(spray, 40)).toBe(30);
      const wait = await spray();
      expect(wait).toBeGreaterThan(minutes * 60 - 5);
      expect(wait).toBeLessThanOrEqual(minutes * 60);
      await pass(wait!);
    }
    expect(await tryLogin(limits, { phone: "0899999999", address: "10.0.0.8" })).toBeNull();
  });

  test("all addresses of an IPv6 /64 count as one", async () => {
    const limits = make();
    let host = 0;
    const spray = () => {
      host += 1;
      return tryLogin(limits, { phone: `08${host}`, address: `2001:db8:0:7::${host.toString(16)}` });
    };
    expect(await allowed(spray, 40)).toBe(30);
    expect(await tryLogin(limits, { phone: "0899999999", address: "2001:db8:0:8::1" })).toBeNull();
  });

  test("very many wrong passwords from everywhere delay only browsers that have not signed in before", async () => {
    const limits = make();
    const from = (host: number) => ({ phone: `07${host}`, address: `10.1.${host >> 8}.${host & 255}` });
    for (let host = 0; host < 124; host += 1) await tryLogin(limits, from(host));
    const timed = async (attempt: Partial<LoginAttempt>) => {
      const start = performance.now();
      expect(await tryLogin(limits, attempt, false)).toBeNull();
      return performance.now() - start;
    };
    expect(await timed(from(500))).toBeGreaterThan(450);
    expect(await timed({ knownBrowser: "own" })).toBeLessThan(400);
  });

  test("more wrong passwords from everywhere than that make strangers wait, also those who tried at the same time", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const limits = make();
    const from = (host: number) => ({ phone: `07${host}`, address: `2001:db8:${(host >> 8) + 1}:${host}::1` });
    let asked = 0;
    const tries = Array.from({ length: 400 }, async (_, host) => {
      const login = await limits.login({ ...from(host), knownBrowser: null });
      if (login.wait === null) asked += 1;
      await login.end(login.wait === null);
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(tries);
    expect(asked).toBe(200);
    const wait = await tryLogin(limits, from(500));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await tryLogin(limits, { ...from(501), knownBrowser: "own" }, false)).toBeNull();
    await pass(wait!);
    expect(await tryLogin(limits, from(502), false)).toBeNull();
  });

  test("ten lookups of one number and forty from one address are allowed in an hour", async () => {
    const limits = make();
    expect(await allowed(() => limits.probe(PHONE, "10.0.0.1"), 20)).toBe(10);
    let phone = 0;
    expect(await allowed(() => limits.probe(`08${(phone += 1)}`, "10.0.0.2"), 60)).toBe(40);
    expect(await allowed(() => limits.probe(`07${(phone += 1)}`, `2001:db8::${phone}`), 60)).toBe(40);
  });

  test("one address can request three codes an hour for numbers that are not mobile numbers", async () => {
    const limits = make();
    expect(await allowed(() => limits.otpSendOdd("10.0.0.1"), 9)).toBe(3);
    let host = 0;
    expect(await allowed(() => limits.otpSendOdd(`10.0.1.${(host += 1)}`), 60)).toBe(27);
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
  rules(
    () => createLimits({ redis: null, enabled: true, log }),
    async (seconds) => void vi.advanceTimersByTime(seconds * 1000),
  );
});

test("an address may begin two pages in a tenth of a second, and is told how long to wait for the next", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const limits = createLimits({ redis: null, enabled: true, log });
  const begun = async () => {
    const pauses = await Promise.all(Array.from({ length: 40 }, () => limits.pace("page", "10.0.0.6")));
    return pauses.filter((pause) => pause === 0).length;
  };
  for (let tenth = 0; tenth < 10; tenth += 1) {
    expect(await begun()).toBe(2);
    expect(await limits.pace("page", "10.0.0.7")).toBe(0);
    vi.advanceTimersByTime(await limits.pace("page", "10.0.0.6"));
  }
  vi.useRealTimers();
});

test("an address may begin one upload a second, beside its pages", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const limits = createLimits({ redis: null, enabled: true, log });
  expect(await limits.pace("upload", "10.0.0.6")).toBe(0);
  const pause = await limits.pace("upload", "10.0.0.6");
  expect(pause).toBeLessThanOrEqual(1000);
  expect(await limits.pace("page", "10.0.0.6")).toBe(0);
  expect(await limits.pace("upload", "10.0.0.7")).toBe(0);
  vi.advanceTimersByTime(pause);
  expect(await limits.pace("upload", "10.0.0.6")).toBe(0);
  vi.useRealTimers();
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

  beforeEach(async () => void (await redis.flushall()));

  const make = () => createLimits({ redis, enabled: true, log });
  rules(make, async (seconds) => {
    for (const key of await redis.keys("*")) {
      const rest = await redis.pttl(key);
      if (rest > seconds * 1000) await redis.pexpire(key, rest - seconds * 1000);
      else await redis.del(key);
    }
  });

  test("without Redis each process allows half the points", async () => {
    const limits = make();
    const ended = new Promise((resolve) => redis.once("close", resolve));
    server.kill("SIGKILL");
    await ended;
    expect(await allowed(() => limits.money("member-9"), 20)).toBe(5);
    expect(await allowed(() => tryLogin(limits, {}), 9)).toBe(2);
    expect(await tryLogin(limits, {})).toBeGreaterThan(800);
  });
});

/** Sends the login form. @returns the page */
const signInAs = async (guest: Browser, password: string) =>
  (await guest.post("/login", { _t: await guest.token(), username: PHONE, password })).body;

test("the sixth wrong password is not sent to the operator", async () => {
  const app = await startApp();
  const guest = browser(app);
  for (let count = 0; count < 5; count += 1) expect(await signInAs(guest, "wrong")).toEqual({ wrong: true });
  expect(await signInAs(guest, "wrong")).toEqual({ wait: 900 });
  await app.close();
});

test("attempts while the operator is down block nobody", async () => {
  const app = await startApp();
  const guest = browser(app);
  for (let count = 0; count < 9; count += 1) expect(await signInAs(guest, "down")).toEqual({ none: true });
  expect((await guest.signIn()).headers.location).toBe("/user/home");
  await app.close();
});

test("a browser that has signed in before can sign in while a stranger is blocked, also after signing out", async () => {
  const app = await startApp();
  const [owner, stranger] = [browser(app), browser(app)];
  await owner.signIn();
  await owner.post("/logout", { _t: await owner.token("/user/home") });
  for (let count = 0; count < 5; count += 1) await signInAs(stranger, "wrong");
  expect(await signInAs(stranger, "right")).toEqual({ wait: 900 });
  expect((await owner.signIn()).headers.location).toBe("/user/home");
  expect([...owner.cookies.values()].join()).not.toContain(PHONE);
  await app.close();
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["", ""],
])("the address %s counts as %s", (address, network) => expect(networkOf(address)).toBe(network));

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:12:34:5:6:7:8", "2001:db8:12::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["", ""],
  ["nonsense", ""],
])("the address %s is stored as %s", (address, short) => expect(shortAddress(address)).toBe(short));

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

test("reports of blocked content count as pages do", async () => {
  const app = await startApp();
  const report = () => request(app.server).post("/csp").type("application/csp-report").send("{}");
  expect((await report()).status).toBe(204);
  for (let count = 0; count < 599; count += 1) await app.services.limits.page("127.0.0.1");
  expect((await report()).status).toBe(429);
  await app.close();
});

test("of the reports of one address twenty a minute are logged, and all are answered", async () => {
  const app = await startApp({ TRUST_PROXY: "1" });
  const body = JSON.stringify({ "csp-report": { "effective-directive": "img-src" } });
  const report = (address: string) =>
    request(app.server).post("/csp").set("X-Forwarded-For", address).type("application/csp-report").send(body);
  const logged = () => app.lines.filter((line) => line.includes("content blocked")).length;
  for (let count = 0; count < 25; count += 1) expect((await report("203.0.113.9")).status).toBe(204);
  expect(logged()).toBe(20);
  await report("203.0.113.10");
  expect(logged()).toBe(21);
  await app.close();
});

test.each([
  ["otpSend", 20],
  ["otpSendOdd", 3],
  ["probe", 40],
  ["register", 5],
])("the limit %s counts each address, whatever the phone number", async (rule, points) => {
  const app = await startApp({ TRUST_PROXY: "1" });
  const guest = browser(app);
  const _t = await guest.token("/limit");
  let phone = 0;
  const attempt = async (address: string) => {
    const key = `08${(phone += 1)}`;
    const answer = await guest.post("/limit", { _t, rule, key }, { ...FROM_OWN_PAGE, "X-Forwarded-For": address });
    return (answer.body as { wait: number | null }).wait;
  };
  expect(await allowed(() => attempt("203.0.113.9"), points + 5)).toBe(points);
  expect(await attempt("203.0.113.10")).toBeNull();
  await app.close();
});

describe("a flood", () => {
  /** Pages behind limits that say so. */
  const listening = (limits: Parameters<typeof limitPages>[0], hold?: Parameters<typeof limitPages>[1]) =>
    express()
      .use(limitPages(limits, hold))
      .use((_, response) => void response.send("a page"))
      .listen(0, "127.0.0.1");

  test("waits for its refusals, and those beyond a number get none", async () => {
    let asked = 0;
    const limits = { page: () => Promise.resolve((asked += 1)), pace: () => Promise.resolve(0) };
    const server = listening(limits, { refusalMs: 2 ** 30, maxHeld: 2 });
    const answers = [1, 2].map(() =>
      request(server)
        .get("/")
        .then(
          () => "answered",
          () => "closed",
        ),
    );
    await expect.poll(() => asked).toBe(2);
    await expect(request(server).get("/")).rejects.toThrow("socket hang up");
    server.closeAllConnections();
    expect(await Promise.all(answers)).toEqual(["closed", "closed"]);
    server.close();
  });

  test("of pages waits for its turn, and gets them", async () => {
    const pauses = [1, 1, 0];
    const limits = { page: () => Promise.resolve(null), pace: () => Promise.resolve(pauses.shift()!) };
    const server = listening(limits);
    expect((await request(server).get("/")).text).toBe("a page");
    expect(pauses).toEqual([]);
    server.close();
  });
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
