/** The built product where it cannot start: one sentence tells which setting to change, never a stack. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startSandbox } from "../../server/sandbox";
import { freePorts, startProduct } from "../support/product";
import { startRedis } from "../support/redis";
import { root } from "../support/root";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe("a failed start", () => {
  /** Starts the built product with its sandbox. @returns the exit code and its standard error */
  async function start(env: Record<string, string>) {
    const [port, sandboxPort] = await freePorts(2);
    const child = spawn(process.execPath, ["build/server.mjs"], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        SANDBOX: "1",
        HOST: "127.0.0.1",
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        PUBLIC_ORIGIN: `http://localhost:${port}`,
        SESSION_SECRET: randomBytes(32).toString("hex"),
        DATA_DIR: folder(),
        ...env,
      },
    });
    ends.push(() => child.kill("SIGKILL"));
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, "close")) as [number];
    return { code, said };
  }
  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), "wallet-start-"));
    ends.push(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }
  const busyPort = async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(() => server.close());
    return String((server.address() as AddressInfo).port);
  };
  const inUse = async () => {
    const running = await startProduct();
    ends.push(() => running.stop());
    return running.dataDir;
  };
  const notFolder = () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    return file;
  };
  const damaged = () => {
    const made = folder();
    writeFileSync(join(made, "operations.sqlite"), "not a database".repeat(400));
    return made;
  };
  const ofOtherMarket = async () => {
    const made = folder();
    const sandbox = await startSandbox({ dataFile: join(made, "sandbox.sqlite"), market: "la" });
    await sandbox.close();
    return made;
  };

  const snapshotsOnly = async () => {
    const redis = await startRedis(["--save", "60 1", "--appendonly", "no"]);
    ends.push(() => redis.stop());
    return `redis://127.0.0.1:${redis.port}`;
  };

  test.each([
    ["the port is in use", "PORT", busyPort, "another program listens"],
    ["the address is a name that leads nowhere", "HOST", () => "nowhere.invalid", "no such address"],
    ["the sandbox's port is in use", "SANDBOX_PORT", busyPort, "another program listens"],
    ["another process uses the folder", "DATA_DIR", inUse, "another process uses this folder"],
    ["the folder is a file", "DATA_DIR", notFolder, "cannot write to this folder"],
    ["its sandbox is of the other market", "DATA_DIR", ofOtherMarket, "created for MARKET=la, not th"],
    ["a database is damaged", "DATA_DIR", damaged, "is damaged"],
    ["Redis is down", "REDIS_URL", () => "redis://127.0.0.1:1", "Redis does not answer"],
    ["no Sentinel answers", "REDIS_URL", () => "redis+sentinel://127.0.0.1:1/wallet", "Redis does not answer"],
    ["no node of the Cluster answers", "REDIS_URL", () => "redis+cluster://127.0.0.1:1", "Redis does not answer"],
    ["Redis has no append-only file", "REDIS_URL", snapshotsOnly, "no append-only file.*`appendonly yes`"],
  ])("because %s is reported in one sentence, with the setting", async (_case, name, value, sentence) => {
    const { code, said } = await start({ [name]: await value() });
    expect(said).toMatch(new RegExp(`^These settings stop the start:\n  ${name}: .*${sentence}.*\n$`));
    expect(code).toBe(78);
  });
});
