/** The built product as a process: how it starts, ends, and survives failures around it. */
import { spawn, execFileSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { demoMember, signedIn } from "../support/demo";
import { formWith } from "../support/html";
import { freePorts, startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";
import { root } from "../support/root";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function product(env: Record<string, string> = {}): Promise<Product> {
  const started = await startProduct({ env: { LOG_LEVEL: "info", ...env } });
  ends.push(() => started.stop());
  return started;
}

const STORES = {
  SQLite: async () => ({}),
  Redis: async () => {
    const redis = await startRedis();
    ends.push(() => redis.stop());
    return { REDIS_URL: `redis://127.0.0.1:${redis.port}` };
  },
};

describe.each(Object.entries(STORES))("on %s, SIGTERM", (_store, settings) => {
  test("ends an idle process with exit code 0, and logs this once", async () => {
    const idle = await product(await settings());
    expect(await idle.kill("SIGTERM")).toBe(0);
    expect(idle.output().match(/"msg":"stopped"/g)).toHaveLength(1);
    expect(idle.output()).not.toMatch(/"level":"(error|fatal)"/);
  });

  test("waits for a transfer in flight, but not for an upload without progress", async () => {
    const busy = await product(await settings());
    const member = await signedIn(busy, demoMember(busy));
    const page = await member.get("/user/transfer");
    const { values } = formWith(page.text, ["from", "to", "amount"])!;
    await busy.desk.fault({ call: "transfer", kind: "slow", delayMs: 1500 });
    const { hostname, port } = new URL(busy.url);
    const upload = connect(Number(port), hostname);
    upload.on("error", () => undefined);
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    upload.write(
      `POST /user/slips/upload HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${busy.url}\r\nCookie: ${cookie}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n`,
    );
    const sent = member.send("POST", "/user/transfer", { ...values, from: "wallet", to: "PGSLOT", amount: "1" });
    while ((await busy.desk.calls("transfer")).received === 0) await wait(20);

    const ended = busy.kill("SIGTERM");
    expect((await sent).headers.location).toMatch(/^\/user\/receipt\//);
    expect(await ended, busy.output().slice(-3000)).toBe(0);
    expect(busy.output()).not.toMatch(/"level":"fatal"/);
    upload.destroy();
  });

  test("sent twice stops once", async () => {
    const twice = await product({ ...(await settings()), DRAIN_DELAY_MS: "300" });
    const first = twice.kill("SIGTERM");
    void twice.kill("SIGTERM");
    expect(await first).toBe(0);
    expect(twice.output().match(/"msg":"stopping"/g)).toHaveLength(1);
  });
});

test("an unreachable Redis does not keep the process from ending", async () => {
  const redis = await startRedis();
  const left = await product({ REDIS_URL: `redis://127.0.0.1:${redis.port}` });
  await redis.stop();
  expect(await left.kill("SIGTERM")).toBe(0);
  expect(left.output().length).toBeLessThan(50_000);
});

describe("a log that cannot be written", () => {
  /** Starts the product with this standard output. */
  async function loggingTo(stdout: number | "pipe"): Promise<{ child: ChildProcess; status(): Promise<number> }> {
    const [port, sandboxPort] = await freePorts(2);
    const dataDir = mkdtempSync(join(tmpdir(), "wallet-log-"));
    const child = spawn(process.execPath, ["build/server.mjs"], {
      cwd: root,
      stdio: ["ignore", stdout, "ignore"],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        SANDBOX: "1",
        SANDBOX_PORT: String(sandboxPort),
        PORT: String(port),
        HOST: "127.0.0.1",
        PUBLIC_ORIGIN: `http://localhost:${port}`,
        SESSION_SECRET: randomBytes(32).toString("hex"),
        DATA_DIR: dataDir,
        DRAIN_DELAY_MS: "0",
        LOG_LEVEL: "info",
        RATE_LIMITS: "off",
      },
    });
    ends.push(() => {
      child.kill("SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    });
    const status = () =>
      new Promise<number>((resolve) => {
        const headers = { Host: `localhost:${port}` };
        const asked = request({ host: "127.0.0.1", port, path: "/login", headers }, (answer) => {
          answer.resume().on("end", () => resolve(answer.statusCode!));
        });
        asked.on("error", () => resolve(0)).end();
      });
    while ((await status()) !== 200) await wait(50);
    return { child, status };
  }

  const endOf = async (child: ChildProcess) => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  };

  test("because the disk is full does not stop pages or the shutdown", async () => {
    const full = openSync("/dev/full", "w");
    ends.push(() => closeSync(full));
    const { child, status } = await loggingTo(full);
    for (let page = 0; page < 20; page += 1) expect(await status()).toBe(200);
    expect(await endOf(child)).toBe(0);
  });

  test("because the terminal is closed does not stop pages or the shutdown", async () => {
    const { child, status } = await loggingTo("pipe");
    child.stdout!.destroy();
    for (let page = 0; page < 20; page += 1) expect(await status()).toBe(200);
    expect(await endOf(child)).toBe(0);
  });

  test("because nobody reads it loses lines, and logs their number once it is read again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wallet-log-"));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    ends.push(() => closeSync(reader));
    const script = `
      import { createLog, logOutput } from "./server/log.ts";
      const output = logOutput();
      const log = createLog("info", output);
      for (let line = 0; line < 20_000; line += 1) log.info({ line, filler: "x".repeat(100) }, "line");
      process.stderr.write("written");
      process.stdin.once("data", () => void output.end().then(() => process.exit(0)));`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      cwd: root,
      stdio: ["pipe", reader, "pipe"],
    });
    await once(child.stderr!, "data");
    let text = "";
    const part = Buffer.alloc(65_536);
    while (!text.includes("log lines lost")) {
      try {
        text += part.toString("utf8", 0, readSync(reader, part));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
        await wait(20);
      }
    }
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { msg: string; lost?: number });
    const written = lines.filter(({ msg }) => msg === "line").length;
    const lost = lines.reduce((sum, line) => sum + (line.lost ?? 0), 0);
    expect(lost).toBeGreaterThan(0);
    expect(written + lost).toBe(20_000);
    child.stdin!.end("end");
    await once(child, "exit");
  });
});

describe("an uncaught error", () => {
  const script = `
    import express from "express";
    import { createLog, logOutput } from "./server/log.ts";
    import { catchStrays, ownFailures } from "./server/http/last-resort.ts";
    import { requestLog } from "./server/http/request-log.ts";
    const log = createLog("info", logOutput());
    catchStrays(log, () => process.exit(1));
    const app = express();
    app.use(requestLog(log), ownFailures, (request, response, next) => {
      Object.assign(response.locals, { locale: "en", cssHref: null });
      next();
    });
    app.get("/timer", () => void setTimeout(() => { throw new Error("from a timer"); }, 5));
    app.post("/body", (request) => void request.on("data", () => { throw new Error("from a body"); }));
    app.get("/close", (request, response) => {
      response.on("finish", () => { throw new Error("from the end"); });
      response.end("answered");
    });
    app.get("/promise", (request, response) => {
      void Promise.reject(new Error("from a promise"));
      response.end("answered");
    });
    app.get("/here", (request, response) => void response.end("here"));
    process.on("SIGUSR2", () => { throw new Error("from nowhere"); });
    const server = app.listen(0, "127.0.0.1", () => process.stderr.write(String(server.address().port)));`;

  async function stray() {
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], { cwd: root });
    ends.push(() => child.kill("SIGKILL"));
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [port] = (await once(child.stderr, "data")) as [Buffer];
    const ask = (path: string, body?: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, body ? { method: "POST", body } : {});
    const said = async (text: string) => {
      while (!output.includes(text)) await wait(20);
      return output.split("\n").filter((line) => line.includes(text));
    };
    return { child, ask, said };
  }

  test.each([
    ["/timer", "from a timer", 500],
    ["/body", "from a body", 500],
    ["/close", "from the end", 200],
    ["/promise", "from a promise", 200],
  ])("in a request to %s is logged once with the request, and the process continues", async (path, text, status) => {
    const { child, ask, said } = await stray();
    const answer = await ask(path, path === "/body" ? "x" : undefined);
    expect(answer.status).toBe(status);
    if (status === 500) expect(answer.headers.get("connection")).toBe("close");
    await answer.text();
    const lines = await said(text);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"requestId":"${answer.headers.get("x-request-id")}"`);
    expect(await (await ask("/here")).text()).toBe("here");
    expect(child.exitCode).toBeNull();
  });

  test("outside of requests ends the process with exit code 1", async () => {
    const { child } = await stray();
    child.kill("SIGUSR2");
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(1);
  });
});
