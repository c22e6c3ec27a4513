import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import request from "supertest";
import type { Session } from "../../server/session/session";
import { startApp, type TestApp } from "./app";
import { browser, FROM_OWN_PAGE } from "./client";

const HALF_AN_HOUR = 31 * 60_000;

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

test.each(["/user/home", "/user/home?page=2", "/user", "/user/nothing-here"])(
  "a guest at %s is redirected to /login with nextUrl",
  async (path) => {
    const answer = await browser(app).get(path);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`/login?nextUrl=${encodeURIComponent(path)}`);
  },
);

test.each([
  ["/user/transfer?to=PG", "/user/transfer?to=PG"],
  ["//evil.example/user/home", "/user/home"],
  ["/\\evil.example", "/user/home"],
  ["https://evil.example/user/home", "/user/home"],
  ["javascript:alert(1)", "/user/home"],
  ["/user/home\r\nSet-Cookie: a=b", "/user/home"],
  ["/user/../login", "/user/home"],
  ["/user/%2e%2e/login", "/user/home"],
  ["/login", "/user/home"],
  ["/user/nothing-here", "/user/home"],
  ["/user/home@evil.example", "/user/home"],
  ["/user\t/home", "/user/home"],
])("after login, nextUrl %j redirects to %s", async (next, location) => {
  expect((await browser(app).signIn({ next })).headers.location).toBe(location);
});

test("a form sent after the session ended is kept as a draft without secrets, and is not sent automatically", async () => {
  const member = browser(app);
  await member.signIn();
  const _t = await member.token("/user/home");
  app.sleep(HALF_AN_HOUR);
  const answer = await member.post("/user/transfer", {
    _t,
    amount: "250",
    to: "PG",
    password: "secret",
    otpCode: "1234",
    k: "x",
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toBe("/login?nextUrl=%2Fuser%2Ftransfer");
  await member.signIn({ next: "/user/transfer" });
  const form = await member.get("/user/transfer");
  expect(form.body.draft).toEqual({ amount: "250", to: "PG" });
  expect(app.actions).toEqual([]);
  expect((await member.get("/user/transfer")).body.draft).toEqual({});
});

test("the draft of one member is not shown to another on the same phone", async () => {
  const member = browser(app);
  await member.signIn();
  const { list } = (await app.services.seal.open<Session>("session", member.cookies.get("s")))!;
  const _t = await member.token("/user/home");
  app.sleep(HALF_AN_HOUR);
  await member.post("/user/transfer", { _t, amount: "250" });
  const other = { id: "member-2", name: "Mali", currency: "BAHT" };
  const session = {
    v: 1,
    sid: "sid-2",
    member: other,
    token: "t",
    iat: app.services.now(),
    last: app.services.now(),
    remember: false,
    list,
  };
  member.cookies.set("s", await app.services.seal.seal("session", session));
  const { body } = await member.get("/user/transfer");
  expect(body.member).toMatchObject(other);
  expect(body.draft).toEqual({});
});

/** A member whose session ended with this amount in the form. */
async function leftOver(amount: string) {
  const member = browser(app);
  await member.signIn();
  const _t = await member.token("/user/home");
  app.sleep(HALF_AN_HOUR);
  await member.post("/user/transfer", { _t, amount });
  return member;
}

test("a draft is shown at its own form only, and waits for it", async () => {
  const member = await leftOver("250");
  await member.signIn();
  expect((await member.get("/user/home")).body.draft).toEqual({});
  expect((await member.get("/user/transfer?to=PG")).body.draft).toEqual({ amount: "250" });
});

test.each([
  ["nine minutes old is shown", 9, { amount: "250" }],
  ["ten minutes old is not", 10, {}],
])("a draft that is %s", async (_, minutes, draft) => {
  const member = await leftOver("250");
  await member.signIn();
  app.sleep(minutes * 60_000);
  expect((await member.get("/user/transfer")).body.draft).toEqual(draft);
});

test("a draft ends with the member's sign-out", async () => {
  const member = await leftOver("250");
  await member.signIn();
  expect(member.cookies.has("d")).toBe(true);
  await member.post("/logout", { _t: await member.token("/user/home") });
  expect(member.cookies.has("d")).toBe(false);
  await member.signIn();
  expect((await member.get("/user/transfer")).body.draft).toEqual({});
});

test("a form from another site leaves no draft", async () => {
  for (const headers of [{ Origin: "https://evil.example" }, {}]) {
    const guest = browser(app);
    await guest.post("/user/transfer", { amount: "250" }, headers as Record<string, string>);
    expect(guest.cookies.has("d")).toBe(false);
  }
});

test("a draft has at most 3800 characters; the longest fields are dropped", async () => {
  const guest = browser(app);
  await guest.post("/user/transfer", { amount: "250", note: randomBytes(4_500).toString("base64url") });
  expect(guest.cookies.get("d")!.length).toBeLessThanOrEqual(3800);
  await guest.signIn({ next: "/user/transfer" });
  expect((await guest.get("/user/transfer")).body.draft).toEqual({ amount: "250" });
});

const OPENED = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none" };

test.each([
  ["typed into the address bar", OPENED],
  ["opened by a link of this site", { ...OPENED, "Sec-Fetch-Site": "same-origin" }],
])("the login page %s signs a member out", async (_, headers) => {
  const member = browser(app);
  await member.signIn();
  await member.get("/login", headers);
  expect(member.cookies.has("s")).toBe(false);
});

test("signing in ends the previous session, for all copies of its cookie", async () => {
  const member = browser(app);
  await member.signIn();
  const copy = browser(app);
  copy.cookies.set("s", member.cookies.get("s")!);
  await member.signIn();
  expect((await member.get("/user/home")).status).toBe(200);
  expect((await copy.get("/user/home")).status).toBe(303);
});

test.each([
  ["a link on another site", { ...OPENED, "Sec-Fetch-Site": "cross-site" }],
  ["a link on a sibling host", { ...OPENED, "Sec-Fetch-Site": "same-site" }],
  ["a browser without fetch metadata", {}],
  ["a prefetch", { ...OPENED, "Sec-Purpose": "prefetch" }],
  ["a prerender", { ...OPENED, "Sec-Purpose": "prefetch;prerender" }],
  ["an image", { ...OPENED, "Sec-Fetch-Dest": "image" }],
  ["a script", { ...OPENED, "Sec-Fetch-Dest": "empty" }],
])("%s to the login page does not sign out", async (_, headers) => {
  const member = browser(app);
  await member.signIn();
  await member.get("/login", headers);
  expect((await member.get("/user/home")).status).toBe(200);
});

test("HEAD requests change nothing", async () => {
  const member = browser(app);
  await member.signIn();
  const cookie = `s=${member.cookies.get("s")}`;
  const answer = await request(app.server)
    .head("/login")
    .set({ ...FROM_OWN_PAGE, Cookie: cookie });
  expect(answer.status).toBe(200);
  expect((await member.get("/user/home")).status).toBe(200);
});
