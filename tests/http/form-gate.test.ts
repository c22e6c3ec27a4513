import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { secretsOf } from "../../server/config/namespace";
import { formKeys } from "../../server/operations/form-key";
import { MEMBER, ORIGIN, SECRET, startApp, type TestApp } from "./app";
import { ownOrigins } from "../../server/http/csrf";
import { browser, FROM_OWN_PAGE, type Browser } from "./client";

let app: TestApp;
let member: Browser;
let token: string;

beforeAll(async () => {
  app = await startApp({ RATE_LIMITS: "on" });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.actions.length = 0;
  member = browser(app);
  await member.signIn();
  token = await member.token("/user/home");
});

const EVIL = "https://evil.example";

/** Headers of a form, and whether it is accepted with a valid token. */
const HEADERS: [string, Record<string, string>, boolean][] = [
  ["a current browser on our page", FROM_OWN_PAGE, true],
  ["an older browser on our page", { Origin: ORIGIN }, true],
  ["the other name of a developer's machine", { Origin: "http://127.0.0.1:3000" }, true],
  ["another port of that machine", { Origin: "http://127.0.0.1:3001" }, false],
  ["a text browser with a referrer", { Referer: `${ORIGIN}/user/transfer` }, true],
  ["a text browser that sends nothing", {}, true],
  ["a page of another site", { Origin: EVIL, "Sec-Fetch-Site": "cross-site" }, false],
  ["a page of a sibling host", { Origin: "http://shop.localhost:3000", "Sec-Fetch-Site": "same-site" }, false],
  ["an address bar or bookmark", { "Sec-Fetch-Site": "none" }, false],
  ["another site in an older browser", { Origin: EVIL }, false],
  ["a page without a referrer policy", { Origin: "null" }, false],
  ["two origins at once", { Origin: `${ORIGIN} ${EVIL}` }, false],
  ["another site in a text browser", { Referer: `${EVIL}/?${ORIGIN}` }, false],
  ["a forwarded host that claims to be ours", { Origin: EVIL, "X-Forwarded-Host": "evil.example" }, false],
];

describe("a form is accepted only from our own pages", () => {
  test.each(HEADERS)("%s", async (_, headers, taken) => {
    const answer = await member.post("/user/transfer", { _t: token, amount: "5" }, headers);
    expect(answer.status).toBe(taken ? 200 : 403);
    expect(app.actions).toEqual(taken ? ["/user/transfer"] : []);
  });

  test.each(HEADERS)("never without a token: %s", async (_, headers) => {
    const answer = await member.post("/user/transfer", { amount: "5" }, headers);
    expect(answer.status).toBe(403);
    expect(app.actions).toEqual([]);
  });
});

test("in production only PUBLIC_ORIGIN is accepted", async () => {
  const production = { publicOrigin: "http://localhost:3000", production: true };
  expect(ownOrigins(production)).toEqual(["http://localhost:3000"]);
  expect(ownOrigins({ publicOrigin: "http://192.168.1.20:3000", production: false })).toEqual([
    "http://192.168.1.20:3000",
  ]);
});

test("the log of a refused form has the expected and the received origin", async () => {
  app.lines.length = 0;
  await member.post("/user/transfer", { _t: token }, { Origin: EVIL });
  await member.post("/user/transfer", { _t: token }, { Referer: `${EVIL}/?code=canary` });
  const refused = app.lines.filter((line) => line.includes("form refused")).map((line) => JSON.parse(line) as object);
  expect(refused).toMatchObject([
    { fault: "origin", expected: `${ORIGIN}, http://127.0.0.1:3000`, received: EVIL },
    { fault: "referer", received: EVIL },
  ]);
  expect(app.lines.join("")).not.toContain("canary");
});

describe("a form's token", () => {
  test.each([
    ["of another member", async () => (await signedIn()).token("/user/home")],
    ["of a guest", async () => browser(app).token("/login")],
    ["cut short", async () => token.slice(0, -1)],
    ["that is empty", async () => ""],
  ])("%s is refused", async (_, other) => {
    const answer = await member.post("/user/transfer", { _t: await other() });
    expect(answer.status).toBe(403);
    expect(app.actions).toEqual([]);
  });

  test("may be the form key of a money operation, but only of the same session", async () => {
    const session = await app.services.seal.open<{ sid: string }>("session", member.cookies.get("s"));
    const made = { op: "transfer", seq: 0, issuedAt: Date.now(), epoch: "0123456789abcdef" } as const;
    const keys = formKeys(secretsOf([SECRET], app.services.config.namespace), {
      maxAgeMs: 1000,
      skewMs: 1000,
      mac: true,
      epoch: true,
    });
    const own = keys.make(made, { sid: session!.sid, memberId: MEMBER.id });
    const foreign = keys.make(made, { sid: "another", memberId: MEMBER.id });
    expect((await member.post("/user/transfer", { k: own })).status).toBe(200);
    expect((await member.post("/user/transfer", { k: foreign })).status).toBe(403);
    expect((await member.post("/user/transfer", { k: `${own.slice(0, -1)}!` })).status).toBe(403);
  });

  test("protects the login form", async () => {
    const guest = browser(app);
    const answer = await guest.post("/login", { username: "0812345678", password: "right" });
    expect(answer.status).toBe(403);
    expect(guest.cookies.has("s")).toBe(false);
  });

  test("of a form opened before the session ended can still change the language", async () => {
    app.sleep(31 * 60_000);
    const answer = await member.post("/language", { _t: token, locale: "en" });
    expect(answer.status).toBe(303);
  });
});

test("the refusal is in the member's language and links to the form", async () => {
  await member.post("/language", { _t: token, locale: "en" });
  const answer = await member.post("/user/transfer", { amount: "5" });
  expect(answer.text).toContain("Please open the form again");
  expect(answer.text).toContain('href="/user/transfer"');
  expect(app.lines.some((line) => line.includes("form refused"))).toBe(true);
});

async function signedIn() {
  const other = browser(app);
  await other.signIn();
  return other;
}
