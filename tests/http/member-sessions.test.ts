/** What members see of their sessions, and how they end the others; on both stores. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startRedis } from "../support/redis";
import { startApp, type TestApp } from "./app";
import { browser, FROM_OWN_PAGE, type Browser } from "./client";

const MINUTE = 60_000;
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

let redis: Awaited<ReturnType<typeof startRedis>>;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const started: TestApp[] = [];
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
  await redis.connect().flushall();
});

const STORES = [
  ["SQLite", () => ({})],
  ["Redis", () => ({ REDIS_URL: `redis://127.0.0.1:${redis.port}` })],
] as [string, () => Record<string, string>][];

describe.each(STORES)("on %s", (_, env) => {
  const start = async () => {
    const app = await startApp(env());
    started.push(app);
    return app;
  };
  const signedIn = async (app: TestApp, userAgent = ANDROID) => {
    const member = browser(app);
    const _t = await member.token("/login");
    const headers = { ...FROM_OWN_PAGE, "User-Agent": userAgent };
    await member.post("/login", { _t, username: "0812345678", password: "right" }, headers);
    return member;
  };
  const sessions = async (member: Browser) => (await member.get("/user/sessions")).body.all as { isThis: boolean }[];
  const isSignedIn = async (member: Browser) => (await member.get("/user/home")).status === 200;
  const endOthers = async (member: Browser) =>
    (await member.post("/user/sessions", { _t: await member.token("/user/sessions") })).body as { ended: boolean };

  test("a member sees each session: device, sign-in, last request, and which one this is", async () => {
    const app = await start();
    const phone = await signedIn(app);
    app.sleep(10 * MINUTE);
    const desktop = await signedIn(app, FIREFOX);
    const [latest, earlier] = await sessions(desktop);
    expect(latest).toMatchObject({ browser: "Firefox", system: "Linux", isThis: true });
    expect(earlier).toMatchObject({ browser: "Chrome", system: "Android", isThis: false });
    expect((await sessions(phone)).find(({ isThis }) => isThis)).toMatchObject({ browser: "Chrome" });
  });

  test("what is stored and shown has no token and no id of a session", async () => {
    const app = await start();
    const member = browser(app);
    await member.signIn({ bearer: "canary-bearer-token" });
    const { sid } = (await app.services.seal.open<{ sid: string }>("session", member.cookies.get("s")))!;
    const page = JSON.stringify(await sessions(member));
    for (const secret of ["canary-bearer-token", sid]) expect(page).not.toContain(secret);
    for (const stored of await redis.connect().hvals("th.sandbox:sessions:member-1"))
      expect(stored).not.toContain("canary-bearer-token");
  });

  test("the last request is written when the cookie is renewed", async () => {
    const app = await start();
    const [member, other] = [await signedIn(app), await signedIn(app, FIREFOX)];
    const lastOf = async () => (await sessions(other)).find(({ isThis }) => !isThis) as unknown as { last: number };
    const { last } = await lastOf();
    app.sleep(MINUTE);
    await member.get("/user/home");
    expect(await lastOf()).toMatchObject({ last });
    app.sleep(5 * MINUTE);
    await member.get("/user/home");
    expect((await lastOf()).last).toBeGreaterThanOrEqual(last + 6 * MINUTE);
  });

  test("a session that was signed out or has expired is not shown", async () => {
    const app = await start();
    const [first, second] = [await signedIn(app), await signedIn(app)];
    await first.post("/logout", { _t: await first.token("/user/home") });
    expect(await sessions(second)).toHaveLength(1);
    app.sleep(31 * MINUTE);
    expect(await sessions(await signedIn(app))).toHaveLength(1);
  });

  test("a member sees the sign-in before this one, also if its session has ended", async () => {
    const app = await start();
    const before = async (member: Browser) =>
      ((await member.get("/user/transfer")).body.member as { before: { at: number } | null }).before;
    const first = await signedIn(app, FIREFOX);
    expect(await before(first)).toBeNull();
    await first.post("/logout", { _t: await first.token("/user/home") });
    app.sleep(13 * 60 * MINUTE);
    const second = await signedIn(app);
    expect(await before(second)).toMatchObject({ browser: "Firefox", system: "Linux" });
    app.sleep(10 * MINUTE);
    const third = await signedIn(app);
    // Each keeps its own while it lasts.
    expect(await before(second)).toMatchObject({ browser: "Firefox" });
    const { at } = (await before(third))!;
    expect(at - (await before(second))!.at).toBeGreaterThanOrEqual(13 * 60 * MINUTE);
  });

  test("no more than twenty are kept", async () => {
    const app = await start();
    for (let count = 0; count < 22; count += 1) await signedIn(app);
    expect(await sessions(await signedIn(app))).toHaveLength(20);
  });

  test("the next request of the others is a guest's, this one goes on, and a new sign-in is none of the others", async () => {
    const app = await start();
    const [mine, other, third] = [await signedIn(app), await signedIn(app), await signedIn(app)];
    const token = await other.token("/user/transfer");
    // As many as the register can hold, so that it knows nothing of the other ones.
    for (let count = 0; count < 20; count += 1) await signedIn(app);
    expect(await endOthers(mine)).toEqual({ ended: true });
    const posted = await other.post("/user/transfer", { _t: token, amount: "12" });
    expect([posted.status, posted.headers.location]).toEqual([303, "/login?nextUrl=%2Fuser%2Ftransfer"]);
    expect(app.actions).toEqual([]);
    expect([await isSignedIn(third), await isSignedIn(mine)]).toEqual([false, true]);
    expect(await sessions(mine)).toHaveLength(1);
    const later = await signedIn(app);
    expect(await isSignedIn(later)).toBe(true);
    expect(await endOthers(later)).toEqual({ ended: true });
    expect([await isSignedIn(mine), await isSignedIn(later)]).toEqual([false, true]);
  });

  test("a new password ends the others and every copy of this session, which goes on", async () => {
    const app = await start();
    const [mine, other, copy] = [await signedIn(app), await signedIn(app), browser(app)];
    for (const [name, value] of mine.cookies) copy.cookies.set(name, value);
    expect(await isSignedIn(copy)).toBe(true);
    const _t = await mine.token("/user/profile/password");
    expect((await mine.post("/user/profile/password", { _t })).body).toEqual({ ended: true });
    expect([await isSignedIn(mine), await isSignedIn(other), await isSignedIn(copy)]).toEqual([true, false, false]);
    expect(await sessions(mine)).toMatchObject([{ isThis: true }]);
    // Its sign-in is as old as before, and so is its end.
    expect(mine.cookies.get("s")).not.toBe(copy.cookies.get("s"));
    app.sleep(13 * 60 * MINUTE);
    expect(await isSignedIn(mine)).toBe(false);
  });

  test("a form from another site ends nothing", async () => {
    const app = await start();
    const [mine, other] = [await signedIn(app), await signedIn(app)];
    expect((await mine.post("/user/sessions", {})).status).toBe(403);
    expect(await isSignedIn(other)).toBe(true);
  });
});

test("other containers know at once, and nobody gets in while the store is away", async () => {
  const own = await startRedis();
  const env = { REDIS_URL: `redis://127.0.0.1:${own.port}` };
  const [one, two] = [await startApp(env), await startApp(env)];
  started.push(one, two);
  const [mine, other] = [browser(one), browser(two)];
  for (const member of [mine, other]) await member.signIn();
  const _t = await mine.token("/user/home");
  await mine.post("/user/sessions", { _t });
  expect((await other.get("/user/home")).status).toBe(303);
  await other.signIn();
  await own.stop();
  expect((await other.get("/user/home")).status).toBe(503);
  expect((await mine.post("/user/sessions", { _t })).status).toBe(503);
});
