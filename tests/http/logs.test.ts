/** The log of the built product: JSON lines, one for each cause. */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { demoMember, signedIn } from "../support/demo";
import { formWith } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function product(env: Record<string, string> = {}): Promise<Product> {
  const started = await startProduct({ env: { LOG_LEVEL: "info", ...env } });
  ends.push(() => started.stop());
  return started;
}

/** A product whose real operator is the sandbox of another product. */
async function pair(env: Record<string, string> = {}) {
  const operator = await product({ LOG_LEVEL: "warn" });
  const OPERATOR_API_URL = new URL(operator.deskUrl).origin;
  return { operator, own: await product({ OPERATOR_API_URL, NODE_ENV: "test", CLOSED_S: "0", ...env }) };
}

type Line = Record<string, unknown> & { level: string; msg: string };

const linesOf = ({ output }: Product) =>
  output()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

const alarms = (lines: Line[]) => lines.filter(({ level }) => !["info", "debug"].includes(level));

/** The lines that are printed from the start of `work` to the line of its last request, such as `GET /login`. */
async function during(own: Product, work: () => unknown, last: string): Promise<Line[]> {
  const before = linesOf(own).length;
  await work();
  const printed = () => linesOf(own).slice(before);
  while (!printed().some(({ msg, method, path }) => msg === "request" && `${String(method)} ${String(path)}` === last))
    await wait(20);
  return printed();
}

describe("the start", () => {
  test("is JSON from the first line, which has the names of settings, not their values", async () => {
    const secret = randomBytes(32).toString("hex");
    const { own } = await pair({ SESSION_SECRET: secret, APP_VERSION: "9.8.7", MARKET: "th" });
    const [first, second] = linesOf(own);
    expect(first).toMatchObject({ msg: "starting", version: "9.8.7", market: "th", store: "sqlite" });
    expect(first!.settings).toEqual(expect.arrayContaining(["SESSION_SECRET", "OPERATOR_API_URL", "DATA_DIR"]));
    expect(first!.settings).not.toContain("REDIS_URL");
    expect(second).toMatchObject({ msg: "listening", origin: own.url });
    expect(own.output()).not.toContain(secret);
  });

  test("prints URLs and the demo member only with the sandbox", async () => {
    const { operator, own } = await pair();
    expect(operator.output()).toContain(`member wallet: ${operator.url}\ndemo member: `);
    expect(own.output()).not.toContain("member wallet");
  });
});

test("probes are not logged, also while the process stops", async () => {
  const { own } = await pair({ DRAIN_DELAY_MS: "1000" });
  for (const path of ["/readyz", "/healthz", "/readyz"]) expect((await fetch(own.url + path)).status).toBe(200);
  const ended = own.kill("SIGTERM");
  let status = 200;
  while (status === 200) ({ status } = await fetch(`${own.url}/readyz`));
  expect(status).toBe(503);
  await ended;
  expect(linesOf(own).map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    "info starting",
    "info listening",
    "info stopping",
    "info stopped",
  ]);
});

describe("one cause logs one line of level warn or above", () => {
  test("if the operator is down, for all pages", async () => {
    const { operator, own } = await pair();
    const member = await signedIn(own, demoMember(operator));
    await operator.kill("SIGKILL");
    const lines = await during(
      own,
      async () => {
        for (const path of ["/user/home", "/readyz", "/user/transfer", "/user/statement"]) await member.get(path);
      },
      "GET /user/statement",
    );
    expect(alarms(lines)).toMatchObject([{ level: "warn", msg: "operator call failed", why: "ECONNREFUSED" }]);
  });

  test("if the answer about a money operation is lost", async () => {
    const { operator, own } = await pair();
    const member = await signedIn(own, demoMember(operator));
    await operator.desk.fault({ call: "transfer", kind: "drop-after-commit" });
    const { values } = formWith((await member.get("/user/transfer")).text, ["from", "to", "amount"])!;
    const lines = await during(
      own,
      () => member.send("POST", "/user/transfer", { ...values, from: "wallet", to: "PGSLOT", amount: "1" }),
      "POST /user/transfer",
    );
    expect(alarms(lines)).toMatchObject([{ msg: "operation without an answer" }]);
    const [{ operation }] = alarms(lines) as [Line];
    const about = lines.filter((line) => line.operation === operation).map(({ msg }) => msg);
    expect(about).toContain("operator call failed");
  });

  test("if Redis is down, for all pages", async () => {
    const redis = await startRedis();
    ends.push(() => redis.stop());
    const { operator, own } = await pair({
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      RATE_LIMITS: "on",
      TEST_SYSTEM: "1",
    });
    const member = await signedIn(own, demoMember(operator));
    const lines = await during(
      own,
      async () => {
        await redis.stop();
        expect((await member.get("/user/home")).status).toBe(503);
        for (const path of ["/login", "/readyz", "/user/transfer"]) await member.get(path);
      },
      "GET /user/transfer",
    );
    expect(alarms(lines)).toMatchObject([{ level: "error", msg: "Redis is away" }]);
  });

  test("but none if a browser disconnects during its upload", async () => {
    const { operator, own } = await pair();
    const member = await signedIn(own, demoMember(operator));
    const { hostname, port, host } = new URL(own.url);
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const head = `POST /user/slips/upload HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${own.url}\r\nCookie: ${cookie}\r\n`;
    const type = "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n";
    const lines = await during(
      own,
      async () => {
        const socket = connect(Number(port), hostname);
        socket.on("error", () => {});
        socket.end(head + type);
      },
      "POST /user/slips",
    );
    await own.kill("SIGTERM");
    expect(alarms(lines)).toEqual([]);
    expect(lines.at(-1)).toMatchObject({ msg: "request", left: true });
    expect(
      linesOf(own)
        .slice(-2)
        .map(({ msg }) => msg),
    ).toEqual(["stopping", "stopped"]);
  });
});
