/** The built product with two workers on one SQLite file. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { browserOf, connected, next, openSocket } from "../support/chat-socket";
import type { Account } from "../support/desk";
import { formWith } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";
import type { Visitor } from "../support/visitor";
import { processesThat, roaming, workersOf } from "../support/workers";

const PATIENCE = { timeout: 60_000, interval: 100 };
const WALLET = 1_000_00;
const TOKEN = "a-token-of-this-test-7f3a9c";

let product: Product;
beforeAll(async () => {
  const env = { WORKERS: "2", LOG_LEVEL: "info", QUIET_S: "2", LAG_S: "1", METRICS_TOKEN: TOKEN };
  product = await startProduct({ env });
});
afterAll(() => product?.stop());

async function signIn(of = product): Promise<{ account: Account; visitor: Visitor }> {
  const account = await of.desk.createMember({ wallet: WALLET });
  const visitor = roaming(of);
  const { username, password } = account;
  const home = await visitor.submit(await visitor.get("/login"), { username, password });
  expect(home.path, of.output().slice(-2000)).toBe("/user/home");
  return { account, visitor };
}

async function transferForm(visitor: Visitor) {
  const page = await visitor.get("/user/transfer");
  return { ...formWith(page.text, ["from", "to", "amount"])!.values, from: "wallet", to: "PGSLOT", amount: "1" };
}

/** Minor units in the wallet and the game. */
async function money({ username }: Account, of = product) {
  const { wallet, PGSLOT = 0 } = await of.desk.balances(username);
  return { wallet, PGSLOT };
}
const moved = (bahts: number) => ({ wallet: WALLET - bahts * 100, PGSLOT: bahts * 100 });

/** Workers that take connections, until there are two. */
const twoWorkers = (of = product) => expect.poll(() => workersOf(of).length, PATIENCE).toBe(2);

describe("two workers", () => {
  test("serve one session, whichever of them a request reaches", async () => {
    const { visitor } = await signIn();
    for (let page = 0; page < 6; page += 1) expect((await visitor.get("/user/home")).path).toBe("/user/home");
    const home = await visitor.get("/user/home");
    const copies = [0, 1].map(() => {
      const copy = roaming(product);
      for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
      return copy;
    });
    await visitor.post("/logout", { _t: formWith(home.text, ["_t"])!.values._t! });
    for (const copy of copies) expect((await copy.get("/user/home")).path).toMatch(/^\/login/);
  });

  test("send a form once that reaches both at the same time, and both lead to its receipt", async () => {
    const { account, visitor } = await signIn();
    const before = product.output().length;
    for (let round = 1; round <= 8; round += 1) {
      const fields = await transferForm(visitor);
      const answers = await Promise.all([0, 1].map(() => visitor.post("/user/transfer", fields)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(new Set(answers.map(({ path }) => path)).size).toBe(1);
      expect(answers[0]!.path).toMatch(/^\/user\/receipt\//);
      expect(await money(account)).toEqual(moved(round));
    }
    const senders = () => new Set(processesThat("sent", product.output().slice(before)));
    await expect.poll(() => [...senders()].sort(), PATIENCE).toEqual(workersOf(product).sort());
  });

  test("count as one in the metrics", async () => {
    const visitor = roaming(product, { Authorization: `Bearer ${TOKEN}` });
    const counted = async () => {
      const { text } = await visitor.get("/metrics");
      const value = (name: RegExp) => Number(new RegExp(`^${name.source} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
      return {
        pages: value(/wallet_http_requests_total\{route="\/contact",method="GET",status="200"\}/),
        up: value(/wallet_operator_state\{state="up"\}/),
        sockets: value(/wallet_chat_sockets/),
      };
    };
    const before = await counted();
    for (let page = 0; page < 6; page += 1) await visitor.get("/contact");
    await expect.poll(counted, PATIENCE).toEqual({ pages: before.pages + 6, up: 1, sockets: 0 });
  });

  test("write whole lines to one log", async () => {
    const { visitor } = await signIn();
    await Promise.all(Array.from({ length: 40 }, () => visitor.get("/user/home")));
    const lines = product.output().split("\n").slice(0, -1);
    const broken = lines.filter((line) => line.startsWith("{") && !line.endsWith("}"));
    expect(broken).toEqual([]);
  });

  test.each(["websocket", "polling"] as const)("share the chat's live socket by %s", async (transport) => {
    const account = await product.desk.createMember();
    const browser = await browserOf(product, account);
    const { socket, heard } = openSocket(browser, { transports: [transport] });
    expect(await connected(socket)).toBe("connected");
    await expect.poll(() => heard.some(({ event, value }) => event === "live" && value), PATIENCE).toBe(true);
    await product.desk.answerChat({ phone: account.username, text: "hello from support" });
    await expect.poll(() => JSON.stringify(heard), PATIENCE).toContain("hello from support");
    const ended = next(socket, "disconnect");
    await browser.visitor.post("/logout", { _t: browser.token });
    expect(await ended).toBe("io server disconnect");
  });
});

test("a worker that is killed during a transfer moves money once, and the member finds the receipt", async () => {
  const { account, visitor } = await signIn();
  const fields = await transferForm(visitor);
  const executed = (await product.desk.calls("transfer")).executed;
  const before = product.output().length;
  await product.desk.fault({ kind: "slow", call: "transfer", phone: account.username, delayMs: 3000 });
  const broken = visitor.post("/user/transfer", fields).catch(() => "broken off");
  const senders = () => processesThat("sent", product.output().slice(before));
  await expect.poll(senders, PATIENCE).toHaveLength(1);
  process.kill(senders()[0]!, "SIGKILL");
  expect(await broken).toBe("broken off");

  const receipt = await visitor.post("/user/transfer", fields);
  expect(receipt.path).toMatch(/^\/user\/receipt\//);
  const settled = () => product.output().slice(before).includes('"step":"settled","state":"done"');
  await expect
    .poll(async () => {
      expect((await visitor.get(receipt.path)).status).toBe(200);
      return settled();
    }, PATIENCE)
    .toBe(true);
  expect(await money(account)).toEqual(moved(1));
  expect((await product.desk.calls("transfer")).executed).toBe(executed + 1);
  expect((await product.desk.trialBalance()).exact).toBe(true);
  await twoWorkers();
  expect(product.output()).toContain('"msg":"a worker ended, another one starts"');
});

test("a worker that is killed is replaced, and no page fails meanwhile", async () => {
  await twoWorkers();
  const [first] = workersOf(product);
  process.kill(first!, "SIGKILL");
  await expect.poll(() => workersOf(product).includes(first!), PATIENCE).toBe(false);
  for (let page = 0; page < 10; page += 1) expect((await roaming(product).get("/login")).status).toBe(200);
  await twoWorkers();
  expect(workersOf(product)).not.toContain(first);
});

describe("a container of its own", () => {
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });
  async function start(env: Record<string, string> = {}) {
    const started = await startProduct({ env: { WORKERS: "2", LOG_LEVEL: "info", ...env } });
    ends.push(() => started.stop());
    return started;
  }

  test("finishes what is under way after SIGTERM, and ends with 0", async () => {
    const own = await start();
    const { account, visitor } = await signIn(own);
    const fields = await transferForm(visitor);
    await own.desk.fault({ kind: "slow", call: "transfer", delayMs: 2000 });
    const answer = visitor.post("/user/transfer", fields);
    await expect.poll(() => processesThat("sent", own.output()), PATIENCE).toHaveLength(1);
    const seen = own.desk.balances(account.username).then(({ wallet }) => wallet);
    expect(await seen).toBe(WALLET);
    const ended = own.kill("SIGTERM");
    const redirect = await answer.catch((error: unknown) => error);
    expect(await ended).toBe(0);
    // The redirect to the receipt arrived; nobody listens for the page any more.
    expect(String(redirect)).toMatch(/ECONNREFUSED|ECONNRESET|\[object Object\]/);
    expect(own.output().match(/"msg":"stopped"/g)).toHaveLength(3);
    expect(own.output()).toContain('"name":"transfer","state":"done"');
    await own.restart();
    expect(await money(account, own)).toEqual(moved(1));
  });

  test("counts the tries of both workers together", async () => {
    const own = await start({ RATE_LIMITS: "on" });
    const { username } = await own.desk.createMember();
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const visitor = roaming(own);
      const answer = await visitor.submit(await visitor.get("/login"), { username, password: "Wrong-1-password" });
      statuses.push(answer.status);
    }
    expect((await own.desk.calls("login")).received, String(statuses)).toBe(5);
  });

  test("leaves the folder to another container only when its primary has ended", async () => {
    const own = await start();
    const workers = workersOf(own);
    await expect(start({ DATA_DIR: own.dataDir })).rejects.toThrow("DATA_DIR: another process uses this folder");
    await own.kill("SIGKILL");
    await expect.poll(() => workers.filter((pid) => existsSync(join("/proc", String(pid)))), PATIENCE).toEqual([]);
    await own.restart();
  });
});

test("workers on Redis make the folder of their socket, or name it", async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const folder = mkdtempSync(join(tmpdir(), "wallet-workers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { WORKERS: "2", REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  await (await startProduct({ env: { ...env, DATA_DIR: join(folder, "new") } })).stop();
  writeFileSync(join(folder, "file"), "");
  await expect(startProduct({ env: { ...env, DATA_DIR: join(folder, "file") } })).rejects.toThrow(
    "DATA_DIR: this user cannot write to this folder",
  );
});

test("workers that end at their start end the container, which says why", async () => {
  const broken =
    "data:text/javascript,import cluster from 'node:cluster';if(cluster.isWorker)throw new Error('no disk today')";
  const started = startProduct({
    command: ["--import", broken, "build/server.mjs"],
    env: { WORKERS: "2", LOG_LEVEL: "info" },
  });
  await expect(started).rejects.toThrow(/ended at its start \(1\)[^]*Workers end at their start:[^]*no disk today/);
});
