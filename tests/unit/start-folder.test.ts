import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../../server/config/folder";

const home = mkdtempSync(join(tmpdir(), "wallet-folder-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const codeOf = (folder: string) => {
  try {
    makeFolder(folder);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
};

test("each missing level is made, for this user alone", () => {
  const deep = join(home, "a", "b", "c");
  makeFolder(deep);
  for (const level of [deep, join(home, "a", "b"), join(home, "a")]) expect(statSync(level).mode & 0o777).toBe(0o700);
});

test("a folder that exists keeps its rights, also behind a link", () => {
  const shared = join(home, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o750);
  symlinkSync(shared, join(home, "link"));
  for (const folder of [shared, join(home, "link"), "/"]) expect(codeOf(folder)).toBeNull();
  expect(statSync(shared).mode & 0o777).toBe(0o750);
  makeFolder(join(home, "link", "inner"));
  expect(statSync(join(shared, "inner")).isDirectory()).toBe(true);
});

symlinkSync("nowhere", join(home, "dangling"));
symlinkSync("loop", join(home, "loop"));
writeFileSync(join(home, "file"), "");

test.each([
  ["a link that leads nowhere", join(home, "dangling"), "ENOENT"],
  ["a path below such a link", join(home, "dangling", "data"), "ENOENT"],
  ["a link to itself", join(home, "loop"), "ELOOP"],
  ["a path below such a link", join(home, "loop", "data"), "ELOOP"],
  ["a name that is too long", join(home, "x".repeat(300)), "ENAMETOOLONG"],
  ["a path below a file", join(home, "file", "data"), "ENOTDIR"],
  ["a place without folders of ours", "/proc/x", "ENOENT"],
  ["a path below such a place", "/proc/x/y/z", "ENOENT"],
])("%s ends with the error of the system, at once", (_case, folder, code) => {
  expect(codeOf(folder)).toBe(code);
});

test("of a path that is too long, no level is made", () => {
  expect(codeOf(join(home, "far", "/y".repeat(60_000)))).toBe("ENAMETOOLONG");
  expect(existsSync(join(home, "far"))).toBe(false);
});
