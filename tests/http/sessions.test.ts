import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { MEMBER, OLDER_SECRET, SECRET, startApp, type TestApp } from "./app";
import { browser, FROM_OWN_PAGE, setCookies, type Browser } from "./client";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

test("a member stays signed in, and the bearer token leaves the server only sealed", async () => {
  const member = browser(app);
  const answer = await member.signIn({ bearer: "canary-bearer-token" });
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toBe("/user/home");
  const home = await member.get("/user/home");
  expect(home.body.member).toMatchObject(MEMBER);
  expect(JSON.stringify([answer.headers, home.body, app.lines])).not.toContain("canary-bearer-token");
});

test("cookies are HttpOnly and SameSite, and have the __Host- prefix over https", async () => {
  const secure = await startApp({ PUBLIC_ORIGIN: "https://wallet.example" });
  const guest = browser(secure);
  const _t = await guest.token("/login");
  const headers = { ...FROM_OWN_PAGE, Origin: "https://wallet.example" };
  const answer = await guest.post("/login", { _t, username: "0812345678", password: "right", remember: "1" }, headers);
  const lines = setCookies(answer);
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(/^__Host-[sp]=.*; Path=\/; HttpOnly; SameSite=Lax; Secure(; Max-Age=\d+)?$/);
  await secure.close();
});

test("only a remembered session has a Max-Age", async () => {
  const session = async (remember: boolean) =>
    setCookies(await browser(app).signIn({ remember })).find((line) => line.startsWith("s="));
  expect(await session(false)).not.toMatch(/Max-Age/);
  expect(await session(true)).toMatch(/Max-Age=2592000$/);
});

test.each([
  ["idle for half an hour", false, [31 * MINUTE]],
  ["after twelve hours, however busy", false, Array(26).fill(28 * MINUTE)],
  ["remembered, idle for a week", true, [7 * DAY + 1]],
  ["remembered, after thirty days", true, Array(5).fill(6 * DAY)],
])("a session ends: %s", async (_, remember, pauses: number[]) => {
  const member = browser(app);
  await member.signIn({ remember });
  const states: number[] = [];
  for (const pause of pauses) {
    app.sleep(pause);
    states.push((await member.get("/user/home")).status);
  }
  expect(states.slice(0, -1).every((status) => status === 200)).toBe(true);
  expect(states.at(-1)).toBe(303);
});

test("the cookie is renewed at most every five minutes", async () => {
  const member = browser(app);
  await member.signIn();
  expect(setCookies(await member.get("/user/home"))).toEqual([]);
  app.sleep(6 * MINUTE);
  expect(setCookies(await member.get("/user/home"))).toHaveLength(1);
});

test("a cookie with any changed character is ignored", async () => {
  const member = browser(app);
  await member.signIn();
  const cookie = member.cookies.get("s")!;
  for (let at = 0; at < cookie.length; at += 1) {
    const swapped = cookie.slice(0, at) + (cookie[at] === "A" ? "B" : "A") + cookie.slice(at + 1);
    const answer = await browser(app).get("/user/home", { Cookie: `s=${swapped}` });
    expect(answer.status, `character ${at}`).toBe(303);
  }
});

/**
 * Signs in, and restarts the app with the same data and other settings. `spoil` may change the data before the restart.
 */
async function restarted(env: Record<string, string>, spoil: (folder: string) => void = () => {}) {
  const old = mkdtempSync(join(tmpdir(), "wallet-restart-"));
  const folder = `${old}-copy`;
  const before = await startApp({ DATA_DIR: old });
  const member = browser(before);
  await member.signIn();
  const token = await member.token("/user/home");
  await before.close();
  // A copy, because a file is locked until its process ends.
  cpSync(old, folder, { recursive: true });
  spoil(folder);
  const after = await startApp({ DATA_DIR: folder, ...env });
  onTestFinished(async () => {
    await after.close();
    for (const one of [old, folder]) rmSync(one, { recursive: true, force: true });
  });
  const later = browser(after);
  for (const [name, value] of member.cookies) later.cookies.set(name, value);
  return { after, later, member, token };
}

test.each([
  ["of the same namespace is kept", {}, 200],
  ["of another namespace is ignored", { NAMESPACE: "th.other" }, 303],
  ["sealed with a removed secret is ignored", { SESSION_SECRET: OLDER_SECRET }, 303],
])("after a restart a cookie %s", async (_, env, status) => {
  const { later } = await restarted(env);
  expect((await later.get("/user/home")).status).toBe(status);
});

test.each([
  ["deleted", () => {}],
  ["emptied", (file: string) => writeFileSync(file, "")],
])("if the file of sign-outs was %s, members sign in again and keep what they typed", async (_, spoil) => {
  const { later, token, after } = await restarted({}, (folder) => {
    for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `sessions.sqlite${end}`), { force: true });
    spoil(join(folder, "sessions.sqlite"));
  });
  const posted = await later.post("/user/transfer", { _t: token, amount: "12" });
  expect(posted.status).toBe(303);
  expect(posted.headers.location).toMatch(/^\/login/);
  expect(after.actions).toEqual([]);
  await later.signIn();
  expect((await later.get("/user/transfer")).body.draft).toEqual({ amount: "12" });
});

test("adding a new secret in front keeps members signed in", async () => {
  const { after: rotated, member, token } = await restarted({ SESSION_SECRET: `${OLDER_SECRET},${SECRET}` });
  const later = browser(rotated);
  later.cookies.set("s", member.cookies.get("s")!);
  rotated.sleep(6 * MINUTE);
  const answer = await later.get("/user/home");
  expect(answer.status).toBe(200);
  expect(setCookies(answer).some((line) => line.startsWith("s="))).toBe(true);
  expect((await later.post("/user/transfer", { _t: token })).status).toBe(200);
});

test("signing in again creates a new session id and a new visitor id", async () => {
  const member = browser(app);
  await member.get("/login");
  const before = member.cookies.get("p");
  await member.signIn();
  const first = member.cookies.get("s");
  expect(member.cookies.get("p")).not.toBe(before);
  await member.signIn();
  expect(member.cookies.get("s")).not.toBe(first);
});

test.each<[string, (member: Browser) => Promise<unknown>]>([
  ["signing in", (member) => member.signIn()],
  [
    "signing out",
    async (member) => {
      const wizard = member.cookies.get("w")!;
      await member.signIn();
      member.cookies.set("w", wizard);
      return member.post("/logout", { _t: await member.token("/user/home") });
    },
  ],
])("%s ends a registration that was begun, with its password", async (_, change) => {
  const guest = browser(app);
  const wizard = { username: "0812345678", password: "four-quiet-words", at: app.services.now() };
  guest.cookies.set("w", await app.services.seal.seal("wizard", wizard));
  await guest.get("/register");
  expect(guest.cookies.has("w")).toBe(true);
  await change(guest);
  expect(guest.cookies.has("w")).toBe(false);
});

test("a copied cookie is invalid after sign-out", async () => {
  const member = browser(app);
  await member.signIn();
  const stolen = member.cookies.get("s");
  const answer = await member.post("/logout", { _t: await member.token("/user/home") });
  expect(answer.headers["clear-site-data"]).toBe('"cache", "storage"');
  expect(member.cookies.has("s")).toBe(false);
  expect((await browser(app).get("/user/home", { Cookie: `s=${stolen}` })).status).toBe(303);
});

test("who has to sign in again keeps what was not sent, until another member signs in", async () => {
  const member = browser(app);
  await member.signIn();
  const own = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };
  const left = await member.get("/login", own);
  expect(left.headers["clear-site-data"]).toBe('"cache"');
  expect(member.cookies.has("s")).toBe(false);
  expect((await member.signIn()).headers["clear-site-data"]).toBeUndefined();
  await member.get("/login", own);
  expect((await member.signIn({ id: "member-2" })).headers["clear-site-data"]).toBe('"cache", "storage"');
  await member.post("/logout", { _t: await member.token("/user/home") });
  expect((await member.signIn()).headers["clear-site-data"], "nothing is left").toBeUndefined();
});

test("if the operator says that the account is gone, the session ends, for all copies of its cookie", async () => {
  const member = browser(app);
  await member.signIn();
  const copy = member.cookies.get("s");
  const answer = await member.get("/user/gone");
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toBe("/terminated");
  expect(answer.headers["clear-site-data"]).toBe('"cache", "storage"');
  expect(member.cookies.has("s")).toBe(false);
  expect((await browser(app).get("/user/home", { Cookie: `s=${copy}` })).status).toBe(303);
});

test("if the token does not fit in a cookie, the login fails", async () => {
  const member = browser(app);
  const answer = await member.signIn({ bearer: "x".repeat(3500) });
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toBe("/login");
  expect(member.cookies.has("s")).toBe(false);
  expect((await member.get("/login")).body.flash).toEqual({ tone: "bad", text: "errors:LOGIN_FAIL" });
});

test("a flash message is shown once, after one redirect", async () => {
  const guest = browser(app);
  await guest.post("/language", { _t: await guest.token("/login"), locale: "en" });
  const first = await guest.get("/login");
  expect(first.body).toMatchObject({ locale: "en", flash: { text: "common:saved" } });
  expect((await guest.get("/login")).body.flash).toBeNull();
});

test("the language is a plain cookie, and an unknown one means the market's language", async () => {
  const guest = browser(app);
  const answer = await guest.post("/language", { _t: await guest.token("/login"), locale: "la" });
  expect(setCookies(answer).find((line) => line.startsWith("locale="))).toMatch(
    /^locale=la; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
  );
  expect((await guest.get("/login")).body.locale).toBe("la");
  for (const locale of ["de", "", "th-TH", "__proto__"]) {
    expect((await browser(app).get("/login", { Cookie: `locale=${locale}` })).body.locale).toBe("th");
  }
});

test("plain pages use the chosen language", async () => {
  const answer = await browser(app).get("/nowhere/%E0%A4%A", { Cookie: "locale=en" });
  expect(answer.text).toContain('lang="en"');
});

test("the language is kept when signing in and out", async () => {
  const member = browser(app);
  await member.post("/language", { _t: await member.token("/login"), locale: "en" });
  await member.signIn();
  expect((await member.get("/user/home")).body.locale).toBe("en");
  await member.post("/logout", { _t: await member.token("/user/home") });
  expect((await member.get("/login")).body.locale).toBe("en");
});

test("malformed cookies are ignored", async () => {
  const member = browser(app);
  await member.signIn();
  const cookie = `SameSite=Lax; ; =; a; "s"=1; Path=/; s=${member.cookies.get("s")}; s=other; x=\u00e9`;
  expect((await browser(app).get("/user/home", { Cookie: cookie })).status).toBe(200);
});
