/** Home of the built product: the time of the last refresh, and the last known balance; on both stores. */
import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Account } from "../support/desk";
import { signedIn } from "../support/demo";
import { formWith, tags } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";
import type { Visitor } from "../support/visitor";

const ends: (() => unknown)[] = [];
let operator: Product;
let one: Product;
let redis: [Product, Product];

const start = async (env: Record<string, string>) => {
  const OPERATOR_API_URL = new URL(operator.deskUrl).origin;
  const own = await startProduct({ env: { OPERATOR_API_URL, NODE_ENV: "test", CLOSED_S: "0", ...env } });
  ends.push(() => own.stop());
  return own;
};

beforeAll(async () => {
  operator = await startProduct();
  ends.push(() => operator.stop());
  const store = await startRedis();
  ends.push(() => store.stop());
  one = await start({});
  const shared = { REDIS_URL: `redis://127.0.0.1:${store.port}`, SESSION_SECRET: randomBytes(32).toString("hex") };
  redis = [await start(shared), await start(shared)];
});
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Home {
  /** ISO 8601; null if the page does not say. */
  refreshed: string | null;
  asOf: string | null;
  /** Minor units of the total; null if it is unknown. */
  total: number | null;
}

async function home(visitor: Visitor): Promise<Home> {
  const { status, text } = await visitor.get("/user/home");
  expect(status).toBe(200);
  const times = [...text.matchAll(/(Updated|As of) <time dateTime="([^"]+)"/gi)].map(([, word, at]) => [word, at]);
  const { Updated = null, "As of": asOf = null } = Object.fromEntries(times) as Record<string, string>;
  const shown = tags(text, "data").find((tag) => tag["data-size"] === "display");
  return { refreshed: Updated, asOf, total: shown ? Math.round(Number(shown.value) * 100) : null };
}

async function refresh(visitor: Visitor) {
  const page = await visitor.get("/user/home");
  return visitor.post("/user/refresh", { _t: formWith(page.text, ["_t"])!.values._t! });
}

const newMember = () => operator.desk.createMember({ wallet: 50_00, games: { PGSLOT: 25_00 } });
const enter = ({ username, password }: Account, product: Product) => signedIn(product, { username, password }, "en");
const loseWallet = ({ username }: Account) =>
  operator.desk.fault({ call: "getWallet", kind: "error", times: 0, phone: username });

/** Waits until the clock shows another second than this time. */
async function secondAfter(iso: string) {
  while (Date.now() < Date.parse(iso) + 1000) await wait(50);
}

describe.each([
  ["SQLite", () => [one, one] as const],
  ["Redis, in two containers", () => redis as readonly [Product, Product]],
])("on %s", (_, products) => {
  test("the time is that of the last refresh, however often and wherever the page is opened", async () => {
    const account = await newMember();
    const [phone, desktop] = await Promise.all(products().map((product) => enter(account, product)));
    expect((await home(phone!)).refreshed).toBeNull();
    await refresh(phone!);
    const { refreshed } = await home(phone!);
    expect(Date.parse(refreshed!)).toBeGreaterThan(Date.now() - 60_000);
    await secondAfter(refreshed!);
    expect((await home(phone!)).refreshed).toBe(refreshed);
    expect((await home(desktop!)).refreshed).toBe(refreshed);
    await refresh(desktop!);
    const later = (await home(phone!)).refreshed!;
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(refreshed!));
  });

  test("a refresh that fails does not count", async () => {
    const account = await newMember();
    const visitor = await enter(account, products()[0]);
    await refresh(visitor);
    const { refreshed } = await home(visitor);
    expect(refreshed).not.toBeNull();
    await secondAfter(refreshed!);
    for (const kind of ["error", "drop-after-commit", "limit"] as const) {
      await operator.desk.fault({ call: "refreshSlots", kind, phone: account.username });
      await refresh(visitor);
      expect((await home(visitor)).refreshed).toBe(refreshed);
    }
  });

  test("while the wallet cannot be read, the last known balance is shown with its time", async () => {
    const account = await newMember();
    const [phone, desktop] = await Promise.all(products().map((product) => enter(account, product)));
    const known = await home(phone!);
    expect(known).toMatchObject({ total: 75_00, asOf: null });
    await loseWallet(account);
    const before = await home(phone!);
    expect(before.total).toBe(75_00);
    await secondAfter(before.asOf!);
    expect(await home(phone!)).toEqual(before);
    expect(await home(desktop!)).toEqual(before);
    await operator.desk.clearFaults();
    expect(await home(desktop!)).toMatchObject({ total: 75_00, asOf: null });
  });

  test("while the wallet cannot be read, games keep the names that any member saw", async () => {
    await operator.desk.switches({ gamesOffered: "all" });
    const seen = await operator.desk.createMember({ wallet: 5_00, games: { NAGA: 1_00 } });
    await home(await enter(seen, products()[0]));
    const account = await operator.desk.createMember({ wallet: 50_00, games: { NAGA: 25_00 } });
    const other = await enter(account, products()[1]);
    const form = await other.get("/user/transfer?from=NAGA&to=wallet&amount=10");
    const receipt = await other.submit(form, { from: "NAGA", to: "wallet", amount: "10" });
    expect(receipt.text).toContain("Naga Games");
    await loseWallet(account);
    for (const path of [receipt.path, "/user/statement", "/user/statement?type=transfer", "/user/statement/print"]) {
      const { status, text } = await other.get(path);
      expect(status).toBe(200);
      expect(text, path).toContain("Naga Games");
      expect(text.replace(/<[^>]*>/g, " "), path).not.toMatch(/\bNAGA\b/);
    }
    expect((await other.get("/user/statement/csv")).text).toContain("Naga Games");
    await operator.desk.switches({ gamesOffered: "usual" });
    await operator.desk.clearFaults();
  });

  test("nothing that one member saw is shown to the next on the same phone", async () => {
    const account = await newMember();
    const visitor = await enter(account, products()[0]);
    await refresh(visitor);
    expect(await home(visitor)).toMatchObject({ total: 75_00, refreshed: expect.any(String) as string });
    const page = await visitor.get("/user/home");
    await visitor.post("/logout", { _t: formWith(page.text, ["_t"])!.values._t! });
    const next = await newMember();
    await loseWallet(next);
    await visitor.submit(await visitor.get("/login"), { username: next.username, password: next.password });
    expect(await home(visitor)).toEqual({ refreshed: null, asOf: null, total: null });
    await operator.desk.clearFaults();
  });
});

test("after a restart of the only container nothing is known, and home says so", async () => {
  const account = await newMember();
  const own = await start({ SESSION_SECRET: randomBytes(32).toString("hex") });
  const visitor = await enter(account, own);
  await refresh(visitor);
  expect((await home(visitor)).refreshed).not.toBeNull();
  await own.restart();
  await loseWallet(account);
  expect(await home(visitor)).toEqual({ refreshed: null, asOf: null, total: null });
  await operator.desk.clearFaults();
});
