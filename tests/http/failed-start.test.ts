/** The built product where it cannot start: one sentence tells which setting to change, never a stack. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../server/database";
import { startSandbox } from "../../server/sandbox";
import { freePorts, startProduct } from "../support/product";
import { startRedis, type RedisServer } from "../support/redis";
import { root } from "../support/root";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts Redis with these settings of its own. */
async function redis(settings: Record<string, string> = {}, options?: string[]): Promise<RedisServer> {
  const server = await startRedis(options);
  ends.push(() => server.stop());
  const admin = server.connect();
  for (const [name, value] of Object.entries(settings)) await admin.config("SET", name, value);
  return server;
}
const urlOf = ({ port }: RedisServer, access = "") => `redis://${access}127.0.0.1:${port}`;

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
    // One that never ends fails its test, and not all others with it.
    const tooLong = setTimeout(() => child.kill("SIGKILL"), 30_000);
    const [code] = (await once(child, "close")) as [number];
    clearTimeout(tooLong);
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

  const inNew = (make: (folder: string) => string) => () => make(folder());
  const linkTo = (target: string, under: string) => {
    symlinkSync(target, join(under, "link"));
    return join(under, "link");
  };
  const folderNamed = (name: string) =>
    inNew((under) => {
      mkdirSync(join(under, name));
      return under;
    });
  const newerFile = inNew((under) => {
    const database = openDatabase(join(under, "operations.sqlite"));
    database.exec("PRAGMA user_version = 999");
    database.close();
    return under;
  });
  const longPath = (bytes: number, under: string) => {
    const names = "/" + "x".repeat(99);
    return `${under}${names.repeat(Math.ceil(bytes / 100))}`.slice(0, bytes).replace(/\/$/, "x");
  };
  const replica = async () => urlOf(await redis({}, ["--appendonly", "yes", "--replicaof", "127.0.0.1", "1"]));
  const withoutScripts = async () => urlOf(await redis({}, ["--appendonly", "yes", "--rename-command", "EVAL", ""]));
  const locked = async () => {
    const server = await redis();
    const admin = server.connect();
    await admin.acl("SETUSER", "reader", "on", ">sekret", "~*", "+@all", "-@write");
    await admin.config("SET", "requirepass", "sekret");
    return server;
  };
  const snapshotsOnly = async () => urlOf(await redis({}, ["--save", "60 1", "--appendonly", "no"]));

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
    [
      "the folder is a link that leads nowhere",
      "DATA_DIR",
      inNew((under) => linkTo("nowhere", under)),
      "cannot be made",
    ],
    [
      "the folder is below a link that leads nowhere",
      "DATA_DIR",
      inNew((under) => join(linkTo("nowhere", under), "data")),
      "cannot be made",
    ],
    ["the folder is a link to itself", "DATA_DIR", inNew((under) => linkTo("link", under)), "link.*leads to itself"],
    ["its name is too long", "DATA_DIR", inNew((under) => join(under, "x".repeat(300))), "too long"],
    ["its path is too long", "DATA_DIR", inNew((under) => longPath(5000, under)), "too long"],
    ["its path is too long for SQLite", "DATA_DIR", inNew((under) => longPath(600, under)), "shorter path"],
    ["no folder can be made there", "DATA_DIR", () => "/proc/x", "cannot be made"],
    ["no folder can be made below that", "DATA_DIR", () => "/proc/x/y", "cannot be made"],
    [
      "a folder has the name of a database",
      "DATA_DIR",
      folderNamed("operations.sqlite"),
      "operations.sqlite.*is a folder",
    ],
    ["a folder has the name of the lock", "DATA_DIR", folderNamed("lock.sqlite"), "lock.sqlite.*is a folder"],
    [
      "a folder has the name of the sandbox's file",
      "DATA_DIR",
      folderNamed("sandbox.sqlite"),
      "sandbox.sqlite.*is a folder",
    ],
    ["a folder has the name of a mark", "DATA_DIR", folderNamed("sign-outs-stored"), "sign-outs-stored.*is a folder"],
    ["a newer version has written there", "DATA_DIR", newerFile, "newer version"],
    ["Redis is a replica", "REDIS_URL", replica, "replica.*primary"],
    ["Redis is full", "REDIS_URL", async () => urlOf(await redis({ maxmemory: "1" })), "memory is full"],
    [
      "Redis waits for its replicas",
      "REDIS_URL",
      async () => urlOf(await redis({ "min-replicas-to-write": "1" })),
      "replicas.*`min-replicas-to-write`",
    ],
    ["Redis has no such database", "REDIS_URL", async () => `${urlOf(await redis())}/99`, "no database of this number"],
    ["Redis knows no such command", "REDIS_URL", withoutScripts, "refuses the command EVAL with ERR"],
    ["Redis wants a password", "REDIS_URL", async () => urlOf(await locked()), "refuses this user or password"],
    [
      "Redis knows another password",
      "REDIS_URL",
      async () => urlOf(await locked(), ":wrong@"),
      "refuses this user or pass",
    ],
    [
      "Redis knows no such user",
      "REDIS_URL",
      async () => urlOf(await locked(), "who:sekret@"),
      "refuses this user or pass",
    ],
    [
      "the user may not write",
      "REDIS_URL",
      async () => urlOf(await locked(), "reader:sekret@"),
      "refuses this user or pass",
    ],
    ["Redis has no append-only file", "REDIS_URL", snapshotsOnly, "no append-only file.*`appendonly yes`"],
  ])("because %s is reported in one sentence, with the setting", async (_case, name, value, sentence) => {
    const { code, said } = await start({ [name]: await value() });
    expect(said).toMatch(new RegExp(`^These settings stop the start:\n  ${name}: .*${sentence}.*\n$`));
    expect(code).toBe(78);
  });

  test("with a socket whose path is too long tells so, and makes no socket elsewhere", async () => {
    const parent = folder();
    const dataDir = longPath(96, parent);
    const { code, said } = await start({ WORKERS: "2", DATA_DIR: dataDir });
    expect(said).toMatch(/^These settings stop the start:\n {2}DATA_DIR: .*WORKERS.*\n$/);
    expect(code).toBe(78);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("with a folder in place of the socket is reported", async () => {
    const { code, said } = await start({ WORKERS: "2", DATA_DIR: folderNamed("primary.sock")() });
    expect(said).toMatch(/^These settings stop the start:\n {2}DATA_DIR: .*primary\.sock.*is a folder.*\n$/);
    expect(code).toBe(78);
  });
});
