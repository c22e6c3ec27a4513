/** `npm run audit` while the product runs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { command, transferOne } from "../support/commands";
import { demoMember, signedIn } from "../support/demo";
import { formWith } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";

describe.each(["SQLite", "Redis"])("on %s", (name) => {
  let product: Product;
  let redis: Awaited<ReturnType<typeof startRedis>> | null = null;
  let settings: Record<string, string>;
  let reference: string;
  beforeAll(async () => {
    if (name === "Redis") redis = await startRedis();
    const stores: Record<string, string> = redis ? { REDIS_URL: `redis://127.0.0.1:${redis.port}` } : {};
    product = await startProduct({ env: stores });
    settings = { ...stores, DATA_DIR: product.dataDir };
    reference = await transferOne(await signedIn(product, demoMember(product)));
  });
  afterAll(async () => {
    await product?.stop();
    await redis?.stop();
  });

  const lines = async (...args: string[]) => {
    const { out } = await command("audit", [...args, "--json"], settings);
    return out
      .split("\n")
      .filter(Boolean)
      .map((text) => JSON.parse(text) as Record<string, unknown>);
  };

  test("a reference returns a table of the operation's steps, with amounts and times in the market's zone", async () => {
    const { code, out } = await command("audit", ["--reference", reference], settings);
    expect(code).toBe(0);
    const rows = out.trim().split("\n");
    expect(rows[0]).toMatch(/^TIME +STEP +STATE +REASON +OPERATION +AMOUNT +REFERENCE/);
    expect(rows.slice(1).map((row) => /began|sent|answered/.exec(row)?.[0])).toEqual(["began", "sent", "answered"]);
    expect(rows[3]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+07:00 {2}answered {2}done .* transfer +1\.00 BAHT /);
  });

  test("a member with a period, and a request id, return the same lines", async () => {
    const [first, ...rest] = await lines("--reference", reference);
    expect(rest).toHaveLength(2);
    const { memberId, requestId, time } = first as { memberId: string; requestId: string; time: string };
    expect(await lines("--member", memberId, "--since", time.slice(0, 16) + "Z")).toEqual([first, ...rest]);
    expect(await lines("--member", memberId, "--until", "2001-01-01")).toEqual([]);
    expect(await lines("--reference", requestId)).toEqual([first, ...rest]);
    expect(first).toMatchObject({ kind: "audit", amount: 100, currency: "BAHT", network: "127.0.0.0/24" });
  });

  test("the log has the same lines, and neither has the member's phone number", async () => {
    const stored = await lines("--reference", reference);
    const logged = product
      .output()
      .split("\n")
      .filter((text) => text.includes('"kind":"audit"'))
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(logged.map(({ step }) => step)).toEqual(["began", "sent", "answered"]);
    for (const [index, { time: _time, ...facts }] of stored.entries()) expect(logged[index]).toMatchObject(facts);
    expect(JSON.stringify([stored, logged])).not.toContain(demoMember(product).username);
  });

  test("a change of the account leaves two lines, with neither the old nor the new value", async () => {
    const { id, username, password } = await product.desk.createMember();
    const member = await signedIn(product, { username, password });
    const review = await member.submit(await member.get("/user/profile/edit"), { bankAccountNo: "9876501234" });
    await member.submit(review, { password });
    await member.submit(await member.get("/user/profile/password"), {
      oldPassword: password,
      newPassword: "canary-word",
      confirmPassword: "canary-word",
    });
    const all = await lines("--member", id);
    expect(all.map(({ operation, step, state }) => [operation, step, state])).toEqual([
      ["updateProfile", "sent", "inflight"],
      ["updateProfile", "answered", "done"],
      ["changePassword", "sent", "inflight"],
      ["changePassword", "answered", "done"],
    ]);
    expect(await lines("--reference", String(all[0]!.requestId))).toEqual(all.slice(0, 2));
    expect(JSON.stringify(all)).not.toMatch(/9876501234|canary-word/);
    expect(product.output()).not.toMatch(/9876501234|canary-word/);
  });

  test("a limit and a break leave one line each, without the amount", async () => {
    const { id, username, password } = await product.desk.createMember();
    const member = await signedIn(product, { username, password });
    await member.submit(await member.get("/user/protection"), { day: "4321" });
    const asking = await member.get("/user/protection/break?days=1");
    await member.post(asking.path, formWith(asking.text, ["_t"])!.values);
    const all = await lines("--member", id);
    expect(all.map(({ operation, state }) => [operation, state])).toEqual([
      ["setDepositLimits", "done"],
      ["takeBreak", "done"],
    ]);
    expect(JSON.stringify(all)).not.toContain("4321");
  });

  test("the product serves members while the command reads", async () => {
    const member = await signedIn(product, demoMember(product));
    const [asked, next] = await Promise.all([lines("--reference", reference), transferOne(member)]);
    expect(asked).toHaveLength(3);
    expect(await lines("--reference", next)).toHaveLength(3);
  });
});

describe("invalid arguments and missing stores are reported in one sentence", () => {
  test.each([
    [[], 64, "A member or a reference is missing. Usage: npm run audit"],
    [["--member"], 64, "These arguments are not understood. Usage: npm run audit"],
    [["--member", "m", "--delete"], 64, "These arguments are not understood. Usage: npm run audit"],
    [["m"], 64, "These arguments are not understood. Usage: npm run audit"],
    [["--member", "m", "--since", "yesterday"], 64, "--since is no time. Usage: npm run audit"],
    [["--member", "m"], 66, "DATA_DIR: there is no audit trail in this folder."],
  ])("%j", async (args, code, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), "wallet-audit-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const ended = await command("audit", args, { DATA_DIR: folder });
    expect(ended).toMatchObject({ code, out: "" });
    expect(ended.said).toMatch(new RegExp(`^${sentence}.*\n$`));
  });

  test("an unreachable Redis", async () => {
    const ended = await command("audit", ["--member", "m"], { REDIS_URL: "redis://127.0.0.1:1" });
    expect(ended).toMatchObject({ code: 78, out: "" });
    expect(ended.said).toMatch(/^REDIS_URL: Redis does not answer there.*\n$/);
  });
});
