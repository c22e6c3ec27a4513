/** Two containers of one market with a shared Redis and one operator. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserOf, connected, next, openSocket } from "../support/chat-socket";
import { demoMember, signedIn } from "../support/demo";
import { formWith } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";
import { Visitor } from "../support/visitor";

let redis: Awaited<ReturnType<typeof startRedis>>;
let operator: Product;
let first: Product;
let second: Product;

beforeAll(async () => {
  redis = await startRedis();
  operator = await startProduct({ market: "th" });
  const env = {
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    OPERATOR_API_URL: new URL(operator.deskUrl).origin,
    OPERATOR_CHAT_URL: new URL(operator.deskUrl).origin,
    NODE_ENV: "test",
    CLOSED_S: "0",
  };
  first = await startProduct({ market: "th", env });
  second = await startProduct({ market: "th", env });
});

afterAll(async () => {
  await second?.stop();
  await first?.stop();
  await operator?.stop();
  await redis?.stop();
});

/** The same browser, connected to the other container. */
function elsewhere(visitor: Visitor): Visitor {
  const other = new Visitor(second.url);
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
  return other;
}

test("one form sent to both containers at once makes one transfer, and both show its receipt", async () => {
  const here = await signedIn(first, demoMember(operator));
  const there = elsewhere(here);
  for (let round = 0; round < 8; round += 1) {
    const before = (await operator.desk.calls("transfer")).executed;
    const page = await here.get("/user/transfer");
    const form = formWith(page.text, ["from", "to", "amount"])!;
    const fields = { ...form.values, from: "wallet", to: "PGSLOT", amount: "1" };
    const answers = await Promise.all([here.post("/user/transfer", fields), there.post("/user/transfer", fields)]);
    expect((await operator.desk.calls("transfer")).executed - before).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ path }) => path)).size).toBe(1);
    expect(answers[0]!.path).toMatch(/^\/user\/receipt\//);
  }
});

test("logging out of one container logs out of the other", async () => {
  const here = await signedIn(first, demoMember(operator));
  const there = elsewhere(here);
  expect((await there.get("/user/home")).path).toBe("/user/home");
  const home = await here.get("/user/home");
  await here.post("/logout", { _t: formWith(home.text, ["_t"])!.values._t! });
  expect((await there.get("/user/home")).path).toMatch(/^\/login/);
});

test("logging out of one container closes the chat's socket at the other", async () => {
  const here = await browserOf(first, await operator.desk.createMember());
  const { socket } = openSocket({ ...here, visitor: elsewhere(here.visitor) });
  expect(await connected(socket)).toBe("connected");
  const ended = next(socket, "disconnect");
  await here.visitor.post("/logout", { _t: here.token });
  expect(await ended).toBe("io server disconnect");
});

/** How many messages of support the bar of a page says are new. */
const unreadOn = async (visitor: Visitor) =>
  Number(/New messages from support: (\d+)/.exec((await visitor.get("/user/contact")).text)?.[1] ?? 0);

test("the number of unread messages is the same at both containers, wherever the chat was opened and read", async () => {
  await operator.desk.switches({ chatAgent: "away" });
  const { username, password } = await operator.desk.createMember();
  const here = await signedIn(first, { username, password }, "en");
  const there = elsewhere(here);
  await here.get("/user/chat");
  await operator.desk.answerChat({ phone: username, text: "Good morning" });
  await expect.poll(() => unreadOn(there), { timeout: 30_000, interval: 500 }).toBe(1);
  for (let round = 0; round < 3; round += 1)
    expect(await Promise.all([unreadOn(here), unreadOn(there)])).toEqual([1, 1]);
  await there.get("/user/chat");
  await expect.poll(() => Promise.all([unreadOn(here), unreadOn(there)])).toEqual([0, 0]);
}, 60_000);

test.each(["full", "away"])(
  "logging out while Redis is %s works, and the page says when copies of the login end",
  async (how) => {
    const here = await signedIn(first, demoMember(operator));
    const home = await here.get("/user/home");
    const admin = redis.connect();
    if (how === "full") await admin.config("SET", "maxmemory", "1");
    else await redis.kill();
    const login = await here.post("/logout", { _t: formWith(home.text, ["_t"])!.values._t! });
    if (how === "full") await admin.config("SET", "maxmemory", "0");
    else await redis.start();
    expect(login).toMatchObject({ status: 200, path: "/login" });
    expect(login.text).toContain("ภายใน 1 ชั่วโมง");
    await expect.poll(async () => (await here.get("/user/home")).path, { timeout: 10_000 }).toMatch(/^\/login/);
    // The next test needs the connection that comes back meanwhile.
    for (const { url } of [first, second])
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  },
);

test("without the store nothing is sent, and the page says so", async () => {
  const here = await signedIn(first, demoMember(operator));
  const page = await here.get("/user/transfer");
  const form = formWith(page.text, ["from", "to", "amount"])!;
  const before = (await operator.desk.calls("transfer")).executed;
  await redis.stop();
  const answer = await here.post("/user/transfer", { ...form.values, from: "wallet", to: "PGSLOT", amount: "1" });
  expect(answer.status).toBe(503);
  expect((await operator.desk.calls("transfer")).executed).toBe(before);
});
