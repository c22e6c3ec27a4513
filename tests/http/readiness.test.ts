/** `/readyz` with a real operator, real stores, and servers that are not an operator. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import request from "supertest";
import { afterEach, describe, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "../../server/sandbox";
import { startRedis } from "../support/redis";
import { portOf, startApp, type TestApp } from "./app";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function operator(): Promise<Sandbox> {
  const sandbox = await startSandbox({ dataFile: ":memory:", market: "th" });
  ends.push(() => sandbox.close());
  return sandbox;
}

/** A server that gives every request this answer. */
async function stranger(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function appOn(operatorUrl: string, env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startApp(env, { operatorUrl });
  ends.push(() => app.close());
  return app;
}

async function readyz(app: TestApp): Promise<Record<string, unknown>> {
  const { status, body } = await request(app.server).get("/readyz");
  return { status, ...(body as Record<string, unknown>) };
}

const READY = { status: 200, ready: true, store: true, stopping: false, operator: "up", money: "open" };

describe("an operator", () => {
  test("that answers is up", async () => {
    const { url } = await operator();
    expect(await readyz(await appOn(url))).toEqual(READY);
  });

  test("that is closed, or limits the app, is up", async () => {
    const { url, control } = await operator();
    const app = await appOn(url);
    control.switches({ terminated: true });
    expect(await readyz(app)).toEqual(READY);
    control.fault({ call: "lookupActive", kind: "status", status: 429, code: "REQUEST_LIMIT" });
    app.sleep(11_000);
    expect(await readyz(app)).toEqual(READY);
  });

  test.each<[string, RequestListener, string]>([
    [
      "whose address is another site's",
      (_, answer) => void answer.writeHead(404).end("<h1>Not found</h1>"),
      "(status 404)",
    ],
    ["whose address shows a page for everything", (_, answer) => void answer.end("<h1>Hello</h1>"), "(status 200)"],
    [
      "whose address leads elsewhere",
      (_, answer) => void answer.writeHead(302, { location: "/x" }).end(),
      "(status 302)",
    ],
    [
      "that refuses everything",
      (_, answer) => void answer.writeHead(403).end("Forbidden"),
      "refuses every call of this app (status 403)",
    ],
  ])("%s is a misfit: the app is not ready and gives the reason", async (_case, answer, reason) => {
    const app = await appOn(await stranger(answer));
    const said = await readyz(app);
    expect(said).toMatchObject({ status: 503, ready: false, store: true, operator: "misfit" });
    expect(said.operatorReason).toContain(reason);
    expect(app.lines.filter((line) => line.includes('"operator":"misfit"'))).toHaveLength(1);
  });

  test("with another base path is a misfit", async () => {
    const { url } = await operator();
    expect(await readyz(await appOn(`${url}/v2`))).toMatchObject({ status: 503, operator: "misfit" });
  });

  test("that expects another marker is a misfit, and the marker is not shown", async () => {
    const { url } = await operator();
    const said = await readyz(await appOn(url, { OPERATOR_MARKER: "canary-marker" }));
    expect(said).toMatchObject({
      status: 503,
      operator: "misfit",
      operatorReason: "OPERATOR_MARKER: the operator refuses this value",
    });
    expect(JSON.stringify(said)).not.toContain("canary");
  });

  test("that becomes a misfit later leaves the app ready", async () => {
    const { url, control } = await operator();
    const app = await appOn(url);
    await readyz(app);
    control.fault({ call: "any", kind: "status", status: 403, code: "FORBIDDEN", times: 0 });
    app.sleep(11_000);
    expect(await readyz(app)).toMatchObject({ status: 200, ready: true, operator: "misfit" });
    control.clearFaults();
    app.sleep(11_000);
    expect(await readyz(app)).toEqual(READY);
  });

  test("that is unreachable is down, one that does not answer in time is slow, and both leave the app ready", async () => {
    expect(await readyz(await appOn("http://127.0.0.1:9"))).toEqual({
      ...READY,
      operator: "down",
      operatorReason: "ECONNREFUSED",
    });
    const silent = await appOn(await stranger(() => {}));
    expect(await readyz(silent)).toEqual({ ...READY, operator: "slow", operatorReason: "deadline" });
    const broken = await appOn(await stranger((_, answer) => void answer.writeHead(502).end()));
    expect(await readyz(broken)).toEqual({ ...READY, operator: "down", operatorReason: "status 502" });
  });

  test("is asked at most every ten seconds, and never by members' requests", async () => {
    const { url, control } = await operator();
    const app = await appOn(url);
    const received = () => control.calls("lookupActive").received;
    const page = () => fetch(`http://127.0.0.1:${portOf(app.server)}/login`);
    await Promise.all([page(), page()]);
    expect(received()).toBe(0);
    await Promise.all(Array.from({ length: 20 }, () => readyz(app)));
    await readyz(app);
    expect(received()).toBe(1);
    app.sleep(11_000);
    await page();
    expect(received()).toBe(1);
    await readyz(app);
    expect(received()).toBe(2);
  });
});

describe("the stores", () => {
  const STORES = {
    SQLite: async () => ({}),
    Redis: async () => {
      const redis = await startRedis();
      ends.push(() => redis.stop());
      return { REDIS_URL: `redis://127.0.0.1:${redis.port}` };
    },
  };

  test.each(Object.entries(STORES))(
    "on %s refuse money operations while they are new, and say until when",
    async (_, env) => {
      const fake = await stranger(
        (_request, answer) => void answer.setHeader("content-type", "application/json").end('{"terminated":false}'),
      );
      const before = Date.now();
      const app = await appOn(fake, {
        ...(await env()),
        OPERATOR_API_URL: fake,
        TEST_SYSTEM: "1",
        CLOSED_S: "60",
        OPERATOR_NAME: "Test",
      });
      const said = await readyz(app);
      expect(said).toMatchObject({ status: 200, ready: true, operator: "up", money: "closed" });
      const opensAt = Date.parse(String(said.moneyOpensAt));
      expect(opensAt).toBeGreaterThanOrEqual(before + 60_000);
      expect(opensAt).toBeLessThanOrEqual(Date.now() + 60_000);
      app.sleep(61_000);
      expect(await readyz(app)).toEqual(READY);
    },
  );

  test("that do not answer are away until they do, and each change is logged once", async () => {
    const redis = await startRedis();
    ends.push(() => redis.stop());
    const { url } = await operator();
    const app = await appOn(url, { REDIS_URL: `redis://127.0.0.1:${redis.port}` });
    await redis.connect().call("CLIENT", "PAUSE", "3000", "ALL");
    expect(await readyz(app)).toMatchObject({ status: 503, store: false });
    while ((await readyz(app)).status !== 200) continue;
    const said = app.lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(said.filter((text) => text.startsWith("Redis"))).toEqual(["Redis is away", "Redis is back"]);
  });

  test("that are away make the app not ready, with one line in the log", async () => {
    const redis = await startRedis();
    const { url } = await operator();
    const app = await appOn(url, { REDIS_URL: `redis://127.0.0.1:${redis.port}` });
    expect(await readyz(app)).toEqual(READY);
    await redis.stop();
    for (let time = 0; time < 3; time += 1)
      expect(await readyz(app)).toMatchObject({ status: 503, ready: false, store: false, money: "closed" });
    const alarms = app.lines.filter((line) => /"level":"(warn|error)"/.test(line));
    expect(alarms, alarms.join("\n")).toHaveLength(1);
    expect(alarms[0]).toContain("Redis is away");
  });
});
