/** The content of the image, made as in the Dockerfile, and its start. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "../../server/sandbox/seed";
import { freePorts } from "../support/product";
import { root } from "../support/root";

const MEGABYTE = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), "wallet-image-"));
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

beforeAll(() => void execFileSync(process.execPath, ["--import", "tsx", "bin/image.ts", folder], { cwd: root }));
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const files = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

/** Starts the image's command with these settings. */
async function start(settings: Record<string, string>) {
  const [port] = await freePorts(1);
  const dataDir = mkdtempSync(join(tmpdir(), "wallet-image-data-"));
  const child = spawn(process.execPath, ["build/server.mjs"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      SESSION_SECRET: randomBytes(32).toString("hex"),
      DATA_DIR: dataDir,
      DRAIN_DELAY_MS: "0",
      ...settings,
    },
  });
  ends.push(() => {
    child.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { child, port: port!, said: () => said };
}

/** The status of the first answer, or 0 if the process ends without one. */
async function firstStatus(child: ChildProcess, port: number): Promise<number> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/contact`).catch(() => null);
    if (answer) return answer.status;
    await wait(20);
  }
  return 0;
}

const healthcheck = (port: number) =>
  spawnSync(join(folder, "bin/healthcheck"), [], { env: { ...process.env, PORT: String(port) } }).status;

test("the image adds at most 45 MB to its base, without compilers, source maps and binaries for other systems", () => {
  const names = files();
  expect(names.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(45 * MEGABYTE);
  expect(names.filter((file) => /\.map$|musl|\/typescript\/|polyfill/.test(file))).toEqual([]);
});

test("the image does not contain the sandbox or its password", () => {
  const programs = files().filter((file) => file.endsWith(".mjs"));
  const holding = (text: string) => programs.filter((file) => readFileSync(file, "utf8").includes(text));
  expect(programs.length).toBeGreaterThan(2);
  expect(holding(PASSWORD)).toEqual([]);
  expect(holding("/desk/api")).toEqual([]);
});

test("the image runs with a real operator, and its health check follows the process", async () => {
  const { child, port, said } = await start({
    OPERATOR_API_URL: "http://localhost:9",
    OPERATOR_NAME: "Wallet",
    LICENCE_TEXT: "Licence",
    MIN_AGE: "20",
    HELPLINES: "Help=1323",
  });
  const status = () =>
    fetch(`http://127.0.0.1:${port}/contact`).then(
      ({ status }) => status,
      () => 0,
    );
  while ((await status()) === 0 && child.exitCode === null) await wait(20);
  expect(await status(), said()).toBe(200);
  expect(healthcheck(port)).toBe(0);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(healthcheck(port)).not.toBe(0);
});

test("the health check fails if the process accepts connections but does not answer", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  ends.push(() => silent.close());
  await once(silent, "listening");
  expect(healthcheck((silent.address() as AddressInfo).port)).not.toBe(0);
});

test("with SANDBOX=1 the image reports in one sentence that it has no sandbox", async () => {
  const { child, said } = await start({ SANDBOX: "1" });
  expect(await once(child, "close")).toEqual([78, null]);
  expect(said()).toMatch(/^These settings stop the start:\n {2}SANDBOX: this image has no sandbox operator; .*\n$/);
});

test("with the one file of the sandbox target, the image runs the sandbox", async () => {
  const name = "build/sandbox.mjs";
  cpSync(join(root, name), join(folder, name));
  const { child, port, said } = await start({ SANDBOX: "1" });
  expect(await firstStatus(child, port), said()).toBe(200);
});
