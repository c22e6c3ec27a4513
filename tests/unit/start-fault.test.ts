import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../server/config/config";
import { doorOf } from "../../server/config/door";
import { makeFolder } from "../../server/config/folder";
import { NotConnected } from "../../server/config/redis";
import { startFault } from "../../server/config/start-fault";

const dataDir = "/srv/wallet/data";
const failure = (facts: object, message = "refused") => Object.assign(new Error(message), facts);
/** As the client of Redis has it. */
const reply = (message: string, command?: string) =>
  failure({ name: "ReplyError", ...(command && { command: { name: command } }) }, message);

describe("every refusal of the file system in the folder of the data has a sentence", () => {
  test.each([
    ["EIO", "/srv/wallet/data/operations.sqlite", /^DATA_DIR: .*with EIO; /],
    ["EMFILE", "/srv/wallet/data/lock.sqlite", /^DATA_DIR: .*with EMFILE; /],
    ["ENODEV", "/srv", /^DATA_DIR: .*with ENODEV; /],
    ["EISDIR", undefined, /^DATA_DIR: a file in this folder is a folder itself; /],
    ["ERR_FS_EISDIR", "/srv/wallet/data/primary.sock", /^DATA_DIR: primary\.sock in this folder is a folder itself; /],
    ["EDQUOT", undefined, /^DATA_DIR: the disk is full; /],
  ])("%s of %s", (code, path, sentence) => {
    expect(startFault(failure({ code, path, syscall: "open" }), { dataDir })).toMatch(sentence);
  });

  test.each([
    ["another folder's", "/srv/wallet/data2/x"],
    ["the program's", "/app/build/assets.json"],
  ])("but not %s", (_whose, path) => {
    for (const code of ["ENOENT", "EACCES", "EIO"])
      expect(startFault(failure({ code, path, syscall: "open" }), { dataDir })).toBeNull();
  });

  test("a command that reads other files, too, blames no folder for them", () => {
    expect(startFault(failure({ code: "ENOENT", path: "/tmp/x", syscall: "open" }))).toBeNull();
  });

  test("a path may have words of Redis in it", () => {
    const error = failure(
      { code: "ELOOP", path: `${dataDir}/OOM`, syscall: "open" },
      "ELOOP: open '/srv/wallet/data/OOM'",
    );
    expect(startFault(error, { dataDir })).toMatch(/^DATA_DIR: a link in this path leads to itself; /);
  });

  test("SQLite's own words, where nothing better is known", () => {
    const error = failure({ code: "SQLITE_ERROR" }, "table op already exists");
    expect(startFault(error, { dataDir })).toMatch(/^DATA_DIR: SQLite cannot use .*\(table op already exists\); /);
  });
});

describe("every refusal of Redis has a sentence", () => {
  test.each([
    [reply("MISCONF Redis is configured to save RDB snapshots"), /cannot write to its disk/],
    [reply("ERR Error running script: -READONLY You can't write against a read only replica."), /a replica there/],
    [reply("ERR invalid password"), /refuses this user or password/],
    [reply("ERR unknown command", "eval"), /refuses the command EVAL with ERR; /],
    [reply("CLUSTERDOWN Hash slot not served"), /refuses a command with CLUSTERDOWN; /],
    [failure({}, "Command timed out"), /does not answer there/],
    [new NotConnected(failure({ code: "EPERM", syscall: "connect" })), /does not answer there/],
    [new NotConnected(new Error("Redis was not found.")), /does not answer there/],
    [new NotConnected(reply("WRONGPASS invalid username-password pair or user is disabled.")), /refuses this user/],
    [new NotConnected(reply("ERR max number of clients reached")), /`maxclients`/],
    [new NotConnected(failure({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" })), /\(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
  ])("%s", (error, sentence) => {
    const fault = startFault(error, { dataDir });
    expect(fault).toMatch(/^REDIS_URL: /);
    expect(fault).toMatch(sentence);
  });
});

describe("the socket of workers", () => {
  const folder = (bytes: number) => `/${"x".repeat(bytes - 1)}`;
  const configured = (WORKERS: string, DATA_DIR: string) => () =>
    readConfig({ NODE_ENV: "test", SANDBOX: "1", WORKERS, DATA_DIR });

  test("needs a folder whose path leaves room for it", () => {
    expect(configured("2", folder(95))).toThrow(/^DATA_DIR: expected a path of at most 94 bytes with WORKERS above 1/);
    expect(configured("2", `/${"ก".repeat(32)}`)).toThrow(/^DATA_DIR: /);
    expect(configured("2", folder(94))).not.toThrow();
    expect(configured("1", folder(95))).not.toThrow();
  });

  test("is where it should be at the longest path", async () => {
    const home = mkdtempSync(join(tmpdir(), "w-"));
    onTestFinished(() => rmSync(home, { recursive: true }));
    const path = doorOf(join(home, "y".repeat(107)).slice(0, 94));
    expect(path).toHaveLength(107);
    const server = createServer();
    makeFolder(dirname(path));
    await new Promise<void>((resolve) => server.listen(path, resolve));
    onTestFinished(() => void server.close());
    expect(server.address()).toBe(path);
    expect(existsSync(path)).toBe(true);
  });

  test("is no port", () => {
    const error = failure({ code: "EADDRINUSE", syscall: "listen", address: doorOf(dataDir), port: -1 });
    expect(startFault(error, { dataDir })).toMatch(/^DATA_DIR: another process uses this folder; /);
    const refused = failure({ code: "EOPNOTSUPP", syscall: "listen", address: doorOf(dataDir), port: -1 });
    expect(startFault(refused, { dataDir })).toMatch(/^DATA_DIR: .*with EOPNOTSUPP; /);
  });
});
