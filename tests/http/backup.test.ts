/** `npm run backup` and `npm run restore` with the built product. */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../server/database";
import { command, transferOne } from "../support/commands";
import { demoMember, signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";
import { Visitor } from "../support/visitor";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wallet-backup-"));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Deployment {
  product: Product;
  settings: Record<string, string>;
  redis: Awaited<ReturnType<typeof startRedis>> | null;
  /** Id of the epoch of the operations store. */
  epoch(): Promise<string>;
}

async function deployment(store: string): Promise<Deployment> {
  const redis = store === "Redis" ? await startRedis() : null;
  if (redis) ends.push(() => redis.stop());
  const stores: Record<string, string> = redis ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {};
  const product = await startProduct({ env: stores });
  ends.push(() => product.stop());
  const fromFile = () => {
    const database = openDatabase(join(product.dataDir, "operations.sqlite"), { readOnly: true });
    const { id } = database.get<{ id: string }>("SELECT id FROM epoch")!;
    database.close();
    return id;
  };
  const epoch = async () =>
    redis ? (JSON.parse((await redis.connect().get("th.sandbox:op:epoch"))!) as { id: string }).id : fromFile();
  return { product, settings: { ...stores, DATA_DIR: product.dataDir }, redis, epoch };
}

function copyOf(visitor: Visitor, product: Product): Visitor {
  const copy = new Visitor(product.url);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

async function signOut(visitor: Visitor): Promise<void> {
  const home = await visitor.get("/user/home");
  const token = /<input[^>]*\bname="_t"[^>]*\bvalue="([^"]*)"/.exec(home.text)![1]!;
  await visitor.post("/logout", { _t: token });
}

test("an older copy of the operations, put back by hand, is noticed: no earlier session or form is valid", async () => {
  const { product } = await deployment("SQLite");
  const copy = newFolder();
  const names = ["operations.sqlite", "operations.sqlite-wal"];
  const member = await signedIn(product, demoMember(product));
  await transferOne(member);
  await product.kill();
  const kept = names.filter((name) => existsSync(join(product.dataDir, name)));
  for (const name of kept) copyFileSync(join(product.dataDir, name), join(copy, name));

  // Nothing is missing.
  await product.restart();
  await transferOne(member);
  expect(product.output()).not.toContain("an older copy of the operations was put back");

  await product.kill();
  for (const name of [...names, "operations.sqlite-shm"]) rmSync(join(product.dataDir, name), { force: true });
  for (const name of kept) copyFileSync(join(copy, name), join(product.dataDir, name));
  await product.restart();
  expect((await member.get("/user/home")).path).toMatch(/^\/login/);
  expect(product.output()).toContain("an older copy of the operations was put back");
});

describe.each(["SQLite", "Redis"])("on %s", (store) => {
  test("a restored backup has its receipts, but no earlier session or form is valid", async () => {
    const { product, settings, epoch } = await deployment(store);
    const file = join(newFolder(), "backup");
    const member = await signedIn(product, demoMember(product));
    // The app deletes a refused cookie, so each try has its own copy of the cookies.
    const cookies = copyOf(member, product);
    const stolen = () => copyOf(cookies, product);
    const saved = await transferOne(member);

    expect(await command("backup", ["--to", file], settings)).toMatchObject({ code: 0, said: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const undone = await transferOne(member);
    await signOut(member);
    expect((await stolen().get("/user/home")).path).toMatch(/^\/login/);
    const before = await epoch();

    expect(await product.kill("SIGTERM")).toBe(0);
    expect(await command("restore", ["--from", file], settings)).toMatchObject({ code: 0, said: "" });
    await product.restart();

    expect(await epoch()).not.toBe(before);
    expect((await stolen().get("/user/home")).path).toMatch(/^\/login/);
    const again = await signedIn(product, demoMember(product));
    expect((await again.get(`/user/receipt/${saved}`)).status).toBe(200);
    expect((await again.get(`/user/receipt/${undone}`)).status).toBe(404);
    await transferOne(again);
    // The audit trail keeps what the restore has undone.
    for (const reference of [saved, undone]) {
      const { out } = await command("audit", ["--reference", reference, "--json"], settings);
      expect(out.trim().split("\n")).toHaveLength(3);
    }
  });

  test("a lost store is restored with its audit trail", async () => {
    const { product, settings, redis } = await deployment(store);
    const file = join(newFolder(), "backup");
    const reference = await transferOne(await signedIn(product, demoMember(product)));
    await command("backup", ["--to", file], settings);
    await product.kill("SIGTERM");
    await redis?.connect().flushall();
    for (const name of readdirSync(product.dataDir))
      if (!name.startsWith("sandbox")) rmSync(join(product.dataDir, name));
    expect(await command("restore", ["--from", file], settings)).toMatchObject({ code: 0, said: "" });
    const { out } = await command("audit", ["--reference", reference, "--json"], settings);
    expect(out.trim().split("\n")).toHaveLength(3);
    await product.restart();
    const member = await signedIn(product, demoMember(product));
    expect((await member.get(`/user/receipt/${reference}`)).status).toBe(200);
  });

  test("a restore changes nothing while the product runs", async () => {
    const { product, settings, epoch } = await deployment(store);
    const file = join(newFolder(), "backup");
    const member = await signedIn(product, demoMember(product));
    await command("backup", ["--to", file], settings);
    const before = await epoch();
    const ended = await command("restore", ["--from", file], settings);
    expect(ended).toMatchObject({ code: 75, out: "" });
    expect(ended.said).toMatch(/^The product is running on this .*\. Stop .*, then restore\.\n$/);
    expect(await epoch()).toBe(before);
    expect((await member.get("/user/home")).path).toBe("/user/home");
  });

  test("a file that is incomplete, from another market or not a backup is refused, and nothing changes", async () => {
    const { product, settings, epoch } = await deployment(store);
    const folder = newFolder();
    const file = join(folder, "backup");
    await command("backup", ["--to", file], settings);
    await product.kill("SIGTERM");
    const before = await epoch();
    const whole = readFileSync(file);
    const [cut, text] = [join(folder, "cut"), join(folder, "text")];
    writeFileSync(cut, whole.subarray(0, whole.length - 100));
    writeFileSync(text, "no backup");
    const broken = "--from: this is no whole backup of this program.\n";
    const cases: [string, Record<string, string>, number, string][] = [
      [cut, {}, 65, broken],
      [text, {}, 65, broken],
      [
        file,
        { MARKET: "la", NAMESPACE: "th.sandbox" },
        65,
        "--from: this backup belongs to another market or operator.\n",
      ],
      [join(folder, "none"), {}, 66, "--from: this file cannot be read; is the name right?\n"],
    ];
    for (const [from, env, code, said] of cases)
      expect(await command("restore", ["--from", from], { ...settings, ...env })).toEqual({ code, out: "", said });
    expect(await epoch()).toBe(before);
  });

  test("data of another market or operator is not replaced", async () => {
    const { product, settings, redis, epoch } = await deployment(store);
    const file = join(newFolder(), "backup");
    await command("backup", ["--to", file], settings);
    await product.kill("SIGTERM");
    const before = await epoch();
    const other = JSON.stringify({ market: "th", operator: "other.example" });
    if (redis) await redis.connect().set("th.sandbox:owner", other);
    else {
      const database = openDatabase(join(product.dataDir, "operations.sqlite"));
      database.run("UPDATE owner SET text = ?", other);
      database.close();
    }
    const ended = await command("restore", ["--from", file], settings);
    expect(ended).toMatchObject({ code: 78, out: "" });
    expect(ended.said).toMatch(/^(DATA_DIR|NAMESPACE): .* belongs to another market or operator\n$/);
    expect(await epoch()).toBe(before);
  });

  test("a backup overwrites no file, and deletes its own if it fails", async () => {
    const { settings } = await deployment(store);
    const folder = newFolder();
    const taken = join(folder, "taken");
    writeFileSync(taken, "precious");
    for (const [to, said] of [
      [taken, /^--to: this file exists already/],
      [join(folder, "no", "folder"), /^--to: the file cannot be written/],
    ] as const) {
      const ended = await command("backup", ["--to", to], settings);
      expect(ended).toMatchObject({ code: 73, out: "" });
      expect(ended.said).toMatch(said);
    }
    expect(readFileSync(taken, "utf8")).toBe("precious");
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});

test("on Redis only the keys of this market are saved and replaced, with their expiry times", async () => {
  const { product, settings, redis } = await deployment("Redis");
  const file = join(newFolder(), "backup");
  const admin = redis!.connect();
  await admin.set("la.sandbox:mine", "lao", "PX", 3_600_000);
  await admin.set("th.sandbox:brief", "thai", "PX", 3_600_000);
  const expiry = await admin.pexpiretime("th.sandbox:brief");
  await command("backup", ["--to", file], settings);
  await admin.set("th.sandbox:later", "after the backup");
  await admin.del("th.sandbox:brief");
  await product.kill("SIGTERM");
  expect(await command("restore", ["--from", file], settings)).toMatchObject({ code: 0 });
  expect(await admin.get("la.sandbox:mine")).toBe("lao");
  expect(await admin.get("th.sandbox:later")).toBeNull();
  expect(await admin.get("th.sandbox:brief")).toBe("thai");
  // The backup reads the time to live and the clock separately.
  expect(Math.abs((await admin.pexpiretime("th.sandbox:brief")) - expiry)).toBeLessThan(60_000);
});

test("a damaged store is replaced, and a damaged audit trail is reported", async () => {
  const { product, settings, epoch } = await deployment("SQLite");
  const file = join(newFolder(), "backup");
  const reference = await transferOne(await signedIn(product, demoMember(product)));
  await command("backup", ["--to", file], settings);
  await product.kill("SIGTERM");
  const damage = (name: string) => {
    for (const end of ["-wal", "-shm"]) rmSync(join(product.dataDir, name + end), { force: true });
    writeFileSync(join(product.dataDir, name), "not a database".repeat(400));
  };
  damage("operations.sqlite");
  expect(await command("restore", ["--from", file], settings)).toMatchObject({ code: 0, said: "" });
  await product.restart();
  const member = await signedIn(product, demoMember(product));
  expect((await member.get(`/user/receipt/${reference}`)).status).toBe(200);
  expect(await epoch()).toMatch(/^[0-9a-f]{16}$/);

  await product.kill("SIGTERM");
  damage("audit.sqlite");
  const ended = await command("restore", ["--from", file], settings);
  expect(ended).toMatchObject({
    code: 65,
    said: "DATA_DIR: audit.sqlite is damaged. Move it away, then restore again.\n",
  });
});

test("only this user can read the files in DATA_DIR", async () => {
  const { product } = await deployment("SQLite");
  const names = readdirSync(product.dataDir);
  expect(names).toEqual(
    expect.arrayContaining(["audit.sqlite", "lock.sqlite", "operations.sqlite", "sessions.sqlite"]),
  );
  for (const name of names) expect([name, statSync(join(product.dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
  expect(existsSync(join(product.dataDir, "sandbox.sqlite"))).toBe(true);
});
