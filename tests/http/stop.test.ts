import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import request from "supertest";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "../../server/operator/contract";
import { startSandbox, type Sandbox } from "../../server/sandbox";
import { bindReads } from "../../server/operator/views";
import { stopper } from "../../server/http/stop";
import { startApp, type TestApp } from "./app";
import { browser } from "./client";

let sandbox: Sandbox;
let app: TestApp;
beforeEach(async () => {
  sandbox = await startSandbox({ dataFile: ":memory:", market: "th" });
  app = await startApp({ DRAIN_DELAY_MS: "1000" }, { operatorUrl: sandbox.url });
});
afterEach(async () => {
  await app.close();
  await sandbox.close();
});

describe("a graceful shutdown", () => {
  test("reports not ready, finishes the operation in flight, refuses new ones, and then closes the stores", async () => {
    const member = sandbox.control.member({ wallet: 1_000_00, open: ["PG"] });
    const auth = { token: null };
    const answer = await app.services.client.call(
      endpoints.login,
      { username: member.phone, password: member.password },
      auth,
    );
    const token = answer.kind === "answer" ? answer.output.token : "";
    const operations = app.services.engine.forMember({ memberId: member.id, sid: "sid", token });
    sandbox.control.fault({ kind: "slow", call: "transfer", delayMs: 1500 });
    const sent = operations.run(
      "transfer",
      { from: "wallet", to: "PG", amount: 200_00 },
      await operations.formKey("transfer"),
    );
    await until(() => app.services.engine.underWay() === 1);
    const spareKey = operations.formKey("transfer");

    const log: string[] = [];
    const stop = stopper(app.server, app.services, async () => void log.push("stores closed"));
    const stopped = stop().then(() => log.push("stopped"));
    expect((await request(`http://127.0.0.1:${port()}`).get("/readyz")).status).toBe(503);
    void sent.then(() => log.push("operation answered"));
    await stopped;

    expect(log).toEqual(["operation answered", "stores closed", "stopped"]);
    expect((await sent).kind).toBe("receipt");
    expect(sandbox.control.balances(member.phone)).toMatchObject({ wallet: 800_00, PG: 200_00 });
    const late = await operations.run("transfer", { from: "wallet", to: "PG", amount: 1_00 }, await spareKey);
    expect(late).toMatchObject({ kind: "closed" });
    expect(app.server.listening).toBe(false);
  });

  test("serves the request of a connection that was accepted just before", async () => {
    const last = connect(port(), "127.0.0.1");
    await once(app.server, "connection");
    const stopped = stopper(app.server, app.services, async () => undefined)();
    await until(() => !app.server.listening);
    last.write("GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(await text(last)).toMatch(/^HTTP\/1\.1 200 /);
    await stopped;
  });

  test("runs once if requested twice", async () => {
    let closed = 0;
    const stop = stopper(app.server, app.services, async () => void (closed += 1));
    expect(stop()).toBe(stop());
    await stop();
    expect(closed).toBe(1);
  });

  const port = () => (app.server.address() as AddressInfo).port;
});

describe("shared lookups", () => {
  const redirect = () => new Response(null, { status: 303 });
  const lookups = () => {
    const reads = bindReads(app.services.client, { token: null, onLogin: redirect, onGone: redirect });
    return app.services.lookups.through(reads, null);
  };

  test("are read once for concurrent pages", async () => {
    sandbox.control.resetCalls();
    const answers = await Promise.all(Array.from({ length: 20 }, () => lookups().lookupBanks()));
    expect(new Set(answers).size).toBe(1);
    expect(sandbox.control.calls("lookupBanks")).toMatchObject({ received: 1 });
  });

  test("do not cache failures", async () => {
    sandbox.control.fault({ kind: "error", call: "lookupInfo", times: 2 });
    const failed = await Promise.allSettled([lookups().lookupInfo(), lookups().lookupInfo()]);
    for (const one of failed) {
      expect(one.status).toBe("rejected");
      if (one.status === "rejected")
        expect(await (one.reason as Response).json()).toEqual({ code: "INTERNAL_SERVER_ERROR" });
    }
    expect(await lookups().lookupInfo()).toHaveProperty("name");
  });
});

describe("the start", () => {
  test("fails with exit code 78 and lists all faults", async () => {
    const { code, errors } = await start({ PORT: "door", SESSION_SECRET: "canary-secret", APP_COLOR: "red" });
    expect(code).toBe(78);
    for (const fault of ["PORT: expected", "SESSION_SECRET: expected", "APP_COLOR: unknown setting"])
      expect(errors).toContain(fault);
    expect(errors).not.toContain("canary-secret");
    expect(errors).not.toContain("door");
  });
});

test("a browser that disconnects does not cancel its operation", async () => {
  const member = browser(app);
  await member.signIn();
  const body = new URLSearchParams({ _t: await member.token("/user/home"), slow: "1" }).toString();
  const head = `POST /user/transfer HTTP/1.1\r\nHost: localhost\r\nCookie: s=${member.cookies.get("s")}\r\n`;
  const type = "Content-Type: application/x-www-form-urlencoded\r\n";
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${head}${type}Content-Length: ${body.length}\r\n\r\n${body}`);
  await once(app.server, "request");
  socket.destroy();
  await until(() => app.actions.length > 0);
  expect(app.actions).toEqual(["/user/transfer"]);
});

async function start(env: Record<string, string>) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", "server.ts"], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv,
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  const [code] = (await once(child, "close")) as [number];
  return { code, errors };
}

async function until(happened: () => boolean) {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 5));
}
