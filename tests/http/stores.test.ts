/** Stores that are shared between deployments, lost or unreachable. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { startRedis } from "../support/redis";
import { startApp, type TestApp } from "./app";
import { browser, FROM_OWN_PAGE, type Browser } from "./client";

let redis: Awaited<ReturnType<typeof startRedis>>;
const started: TestApp[] = [];
beforeEach(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
  await redis.stop();
});

async function start(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp({ REDIS_URL: `redis://127.0.0.1:${redis.port}`, ...env });
  started.push(app);
  return app;
}

async function signedIn(app: TestApp): Promise<Browser> {
  const member = browser(app);
  await member.signIn();
  expect((await member.get("/user/home")).status).toBe(200);
  return member;
}

/** Another browser with the same cookies. */
function copyOf(member: Browser, app: TestApp): Browser {
  const copy = browser(app);
  for (const [name, value] of member.cookies) copy.cookies.set(name, value);
  return copy;
}

const signOut = async (member: Browser, token: string) => member.post("/logout", { _t: token }, FROM_OWN_PAGE);

test("two markets on one Redis share no keys", async () => {
  const [thai, lao] = [await start(), await start({ MARKET: "la" })];
  for (const app of [thai, lao]) {
    const member = await signedIn(app);
    await signOut(member, await member.token("/user/home"));
    const { engine } = app.services;
    const caller = { memberId: "member-1", sid: "s", token: "t" };
    expect(await engine.forMember(caller).formKey("transfer")).toMatch(/^[\w-]{48}$/);
  }
  const keys = await redis.connect().keys("*");
  for (const market of ["th", "la"]) {
    const own = keys.filter((key) => key.startsWith(`${market}.sandbox:`)).map((key) => key.split(":")[1]);
    expect(new Set(own)).toEqual(new Set(["sign-in", "owner", "op", "limit", "denied", "denied-list"]));
  }
  expect(keys.filter((key) => !/^(th|la)\.sandbox:/.test(key))).toEqual([]);
});

test("a session of one market is invalid in the other, even with the same secret", async () => {
  const [thai, lao] = [await start(), await start({ MARKET: "la" })];
  const member = await signedIn(thai);
  expect((await copyOf(member, thai).get("/user/home")).status).toBe(200);
  expect((await copyOf(member, lao).get("/user/home")).status).toBe(303);
});

const TEST_OPERATOR = { TEST_SYSTEM: "1", OPERATOR_API_URL: "http://127.0.0.1:9/api" };
const OTHERS: [string, Record<string, string>][] = [
  ["market", { MARKET: "la" }],
  ["operator", TEST_OPERATOR],
];

test.each(OTHERS)(
  "with one NAMESPACE, those of another %s share nothing, also after Redis was emptied",
  async (_, other) => {
    const [one, another] = [await start({ NAMESPACE: "shared" }), await start({ NAMESPACE: "shared", ...other })];
    await redis.connect().flushall();
    const member = await signedIn(one);
    const caller = { memberId: "member-1", sid: "s", token: "t" };
    for (const { services } of [one, another]) {
      expect(await services.engine.forMember(caller).formKey("transfer")).toMatch(/^[\w-]{48}$/);
    }
    expect((await copyOf(member, one).get("/user/home")).status).toBe(200);
    expect((await copyOf(member, another).get("/user/home")).status).toBe(303);
    const owned = (await redis.connect().keys("*")).map((key) => key.slice(0, key.indexOf(":")));
    expect(new Set(owned)).toEqual(new Set([one, another].map((app) => app.services.config.namespace)));
    expect(new Set(owned).size).toBe(2);
  },
);

test("keys in Redis that say they are of another operator are refused at the start", async () => {
  await redis.connect().set("th.sandbox:owner", JSON.stringify({ market: "th", operator: "other.example" }));
  await expect(start()).rejects.toThrow(
    /^NAMESPACE: expected another value, because .* belongs to another market or operator$/,
  );
});

test.each(OTHERS)("SQLite files of another %s are refused at the start", async (_, other) => {
  const folder = mkdtempSync(join(tmpdir(), "wallet-owner-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = join(folder, "first");
  await (await startApp({ DATA_DIR: first })).close();
  /** Starts on a copy of the files, because a file is locked until its process ends. */
  const startOnCopy = (name: string, env: Record<string, string>) => {
    const copy = join(folder, name);
    cpSync(first, copy, { recursive: true });
    if (name === "sessions")
      for (const end of ["", "-wal", "-shm"]) rmSync(join(copy, `operations.sqlite${end}`), { force: true });
    return startApp({ DATA_DIR: copy, ...env });
  };
  await (await startOnCopy("again", {})).close();
  for (const name of ["operations", "sessions"]) {
    await expect(startOnCopy(name, other)).rejects.toThrow(
      `DATA_DIR: expected another value, because ${name}.sqlite in it belongs to another market or operator`,
    );
  }
});

test("without Redis the member area is closed, guest pages work, and signing out deletes the cookie", async () => {
  const app = await start();
  const member = await signedIn(app);
  const token = await member.token("/user/home");
  await redis.stop();
  for (const answer of [
    await member.get("/user/home", { Cookie: `locale=en; s=${member.cookies.get("s")}` }),
    await member.post("/user/transfer", { _t: token, amount: "1" }),
  ]) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
  expect((await member.get("/user/home", { Cookie: `locale=en; s=${member.cookies.get("s")}` })).text).toContain(
    "We cannot check your sign-in",
  );
  expect(app.actions).toEqual([]);
  const login = await member.get("/login");
  expect(login.status).toBe(200);
  expect(login.body.member).toBeNull();
  expect(member.cookies.has("s")).toBe(true);
  expect((await signOut(member, token)).status).toBe(303);
  expect(member.cookies.has("s")).toBe(false);
  expect((await member.get("/login")).body.flash).toEqual(ENDS_LATER);
  expect((await browser(app).get("/user/home")).status).toBe(303);
});

const ENDS_LATER = { tone: "warn", text: "login:copiesEndLater" };

test("signing out of a full Redis deletes the cookie and says that copies end later; of one with room it does not", async () => {
  const [app, other] = [await start(), await start()];
  const [first, second] = [await signedIn(app), await signedIn(app)];
  await signOut(first, await first.token("/user/home"));
  expect((await first.get("/login")).body.flash).toBeNull();
  const copy = copyOf(second, other);
  const admin = redis.connect();
  const token = await second.token("/user/home");
  await admin.config("SET", "maxmemory", "1");
  expect((await signOut(second, token)).status).toBe(303);
  expect(second.cookies.has("s")).toBe(false);
  expect((await second.get("/login")).body.flash).toEqual(ENDS_LATER);
  expect((await copyOf(copy, app).get("/user/home")).status).toBe(303);
  // The other instance learns of it as soon as there is room.
  await admin.config("SET", "maxmemory", "0");
  await second.get("/login");
  await signedIn(app);
  await expect.poll(() => admin.keys("*:denied:*")).toHaveLength(2);
  expect((await copy.get("/user/home")).status).toBe(303);
});

test("a frozen Redis holds up no page and no form until it wakes up", async () => {
  const app = await start();
  const member = await signedIn(app);
  const token = await member.token("/user/home");
  const caller = { memberId: "member-1", sid: "s", token: "t" };
  const formKey = await app.services.engine.forMember(caller).formKey("transfer");
  const session = { Cookie: `s=${member.cookies.get("s")}` };
  redis.signal("SIGSTOP");
  // All of these are answered while it is frozen: it wakes up only after them.
  expect((await member.get("/user/home", session)).status).toBe(503);
  expect((await browser(app).get("/login")).status).toBe(200);
  expect((await member.post("/user/transfer", { _t: token, amount: "1" })).status).toBe(503);
  const input = { from: "wallet", to: "PG", amount: 1_00 };
  expect(await app.services.engine.forMember(caller).run("transfer", input, formKey)).toMatchObject({
    kind: "closed",
    reason: "store",
  });
  expect(await app.services.engine.forMember(caller).last()).toBeNull();
  redis.signal("SIGCONT");
  expect(app.actions).toEqual([]);
  await expect.poll(async () => (await member.get("/user/home", session)).status, { timeout: 10_000 }).toBe(200);
  expect(await app.services.engine.forMember(caller).last()).toBeNull();
});

test("after a Redis with all its data was restarted, members are signed in as before, and signed out as before", async () => {
  const app = await start();
  const [member, gone] = [await signedIn(app), await signedIn(app)];
  const copy = copyOf(gone, app);
  await signOut(gone, await gone.token("/user/home"));
  await redis.kill();
  await redis.start();
  await expect.poll(async () => (await member.get("/user/home")).status, { timeout: 10_000 }).toBe(200);
  expect((await copy.get("/user/home")).status).toBe(303);
});

test("after SQLite was opened again, members are signed in as before, and signed out as before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wallet-again-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await startApp({ DATA_DIR: join(folder, "first") });
  started.push(first);
  const [member, gone] = [await signedIn(first), await signedIn(first)];
  const copy = copyOf(gone, first);
  await signOut(gone, await gone.token("/user/home"));
  // As after a crash: the first one is not closed.
  cpSync(join(folder, "first"), join(folder, "second"), { recursive: true });
  const second = await startApp({ DATA_DIR: join(folder, "second") });
  started.push(second);
  expect((await copyOf(member, second).get("/user/home")).status).toBe(200);
  expect((await copyOf(copy, second).get("/user/home")).status).toBe(303);
});

test("a sign-out that could not be stored applies in this process at once, and is stored later", async () => {
  const [app, other] = [await start(), await start()];
  const member = await signedIn(app);
  const copy = copyOf(member, app);
  const admin = redis.connect();
  const token = await member.token("/user/home");
  await admin.acl("SETUSER", "default", "-set");
  expect((await signOut(member, token)).status).toBe(303);
  expect(member.cookies.has("s")).toBe(false);
  expect((await copyOf(copy, app).get("/user/home")).status).toBe(303);
  await admin.acl("SETUSER", "default", "+set");
  await signedIn(app);
  await expect.poll(() => admin.keys("*:denied:*")).toHaveLength(1);
  expect((await copyOf(copy, other).get("/user/home")).status).toBe(303);
});

test("the member area is closed only while the list of sign-outs cannot be read", async () => {
  const app = await start();
  const member = await signedIn(app);
  const admin = redis.connect();
  await admin.acl("SETUSER", "default", "-mget");
  expect((await member.get("/user/home")).status).toBe(503);
  await admin.acl("SETUSER", "default", "+mget");
  expect((await member.get("/user/home")).status).toBe(200);
});

test("after Redis was emptied, members sign in again on every instance and keep what they typed", async () => {
  const [app, other] = [await start(), await start()];
  const member = await signedIn(app);
  const token = await member.token("/user/home");
  const stolen = copyOf(member, other);
  await redis.connect().flushall();
  const posted = await member.post("/user/transfer", { _t: token, amount: "12" });
  expect(posted.status).toBe(303);
  expect(posted.headers.location).toMatch(/^\/login/);
  expect(app.actions).toEqual([]);
  expect((await stolen.get("/user/home")).status).toBe(303);
  await member.signIn();
  expect((await member.get("/user/transfer")).body.draft).toEqual({ amount: "12" });
  expect((await copyOf(member, other).get("/user/home")).status).toBe(200);
});

test("a session from another instance is valid right after Redis was emptied, even if that instance's clock is wrong", async () => {
  const [app, other] = [await start(), await start()];
  await redis.connect().flushall();
  other.sleep(-10 * 60_000);
  const member = await signedIn(other);
  expect((await copyOf(member, app).get("/user/home")).status).toBe(200);
});
