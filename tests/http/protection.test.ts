/** Deposit limits and breaks of the built product, on both stores. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../server/database";
import { signedIn } from "../support/demo";
import type { Account } from "../support/desk";
import { formWith } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { startRedis } from "../support/redis";
import type { Visitor } from "../support/visitor";

const PAGE = "/user/protection";
const ends: (() => unknown)[] = [];
let operator: Product;
let redisUrl: string;

beforeAll(async () => {
  operator = await startProduct();
  ends.push(() => operator.stop());
  const store = await startRedis();
  ends.push(() => store.stop());
  redisUrl = `redis://127.0.0.1:${store.port}`;
});
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(env: Record<string, string> = {}): Promise<Product> {
  const OPERATOR_API_URL = new URL(operator.deskUrl).origin;
  const product = await startProduct({ env: { OPERATOR_API_URL, NODE_ENV: "test", CLOSED_S: "0", ...env } });
  ends.push(() => product.stop());
  return product;
}

const newMember = () => operator.desk.createMember({ wallet: 500_00, games: { PGSLOT: 25_00 } });
const enter = ({ username, password }: Account, product: Product) => signedIn(product, { username, password }, "en");

const limitDay = async (visitor: Visitor, day: string) => visitor.submit(await visitor.get(PAGE), { day });
const confirm = async (visitor: Visitor) => visitor.submit(await visitor.get(PAGE), { raise: "day" });
async function rest(visitor: Visitor, days: number) {
  const page = await visitor.get(`${PAGE}/break?days=${days}`);
  return visitor.post(page.path, formWith(page.text, ["_t"])!.values);
}
const transferForm = async (visitor: Visitor) => {
  const form = formWith((await visitor.get("/user/transfer?from=wallet&to=PGSLOT&amount=10")).text, ["k", "amount"])!;
  return { ...form.values, from: "wallet", to: "PGSLOT", amount: "10" };
};

const SHARED = () => ({ REDIS_URL: redisUrl, SESSION_SECRET: randomBytes(32).toString("hex") });

describe.each([
  ["SQLite", () => ({})],
  ["Redis", SHARED],
] as [string, () => Record<string, string>][])("on %s", (_, settings) => {
  let product: Product;
  const env = settings();
  beforeAll(async () => {
    product = await start(env);
  });

  test("limits and breaks hold on every device of the member, and for nobody else", async () => {
    const account = await newMember();
    await limitDay(await enter(account, product), "100");
    const other = await enter(account, product);
    expect((await other.get(PAGE)).text).toContain('value="100.00"');
    await rest(other, 7);
    for (const path of ["/user/deposit", "/user/deposit/truewallet", "/user/deposit/qr/KBANK", "/user/deposit/qr/WW"])
      expect((await other.get(path)).path, path).toBe(`${PAGE}?stopped=break`);
    const somebody = await enter(await newMember(), product);
    expect((await somebody.get("/user/deposit")).path).toBe("/user/deposit");
  });

  test("what was sent before has its receipt, also if a break has begun since; nothing is sent again", async () => {
    const account = await newMember();
    const visitor = await enter(account, product);
    const form = await transferForm(visitor);
    const sent = await visitor.post("/user/transfer", form);
    expect(sent.path).toMatch(/^\/user\/receipt\//);
    const late = await transferForm(visitor);
    await rest(visitor, 1);
    expect((await visitor.post("/user/transfer", form)).path).toBe(sent.path);
    expect((await visitor.post("/user/transfer", late)).path).toBe(`${PAGE}?stopped=break`);
    expect(await operator.desk.balances(account.username)).toMatchObject({ wallet: 490_00, PGSLOT: 35_00 });
  });

  test("a break hides the login details of games, asked for before it or replaced in it", async () => {
    const visitor = await enter(await newMember(), product);
    const game = await visitor.get("/user/games/PGSLOT");
    const token = formWith(game.text, ["_t"])!.values._t!;
    const details = "/user/games/PGSLOT/credentials";
    expect((await visitor.send("POST", details, { _t: token })).status).toBe(303);
    await rest(visitor, 1);
    await operator.desk.resetCalls();
    expect((await visitor.get(details)).path).toBe(`${PAGE}?stopped=break`);
    expect((await visitor.get("/user/games/PGSLOT/reset")).path).toBe(`${PAGE}?stopped=break`);
    expect((await visitor.post("/user/games/PGSLOT/reset", { _t: token })).path).toBe(`${PAGE}?stopped=break`);
    for (const call of ["getSlotAccount", "resetSlotPassword"])
      expect((await operator.desk.calls(call)).received, call).toBe(0);
  });

  test("deposits that cannot be counted are not begun while a limit holds, and only then", async () => {
    const account = await newMember();
    const visitor = await enter(account, product);
    const free = await enter(await newMember(), product);
    await limitDay(visitor, "100");
    await operator.desk.fault({ call: "listStatements", kind: "status", status: 503, times: 0 });
    try {
      const stopped = await visitor.get("/user/deposit");
      expect(stopped.path).toBe(`${PAGE}?stopped=unread`);
      expect(stopped.text).toContain("could not be compared with your limit");
      expect(stopped.text).toContain("could not be counted");
      expect((await free.get("/user/deposit")).path).toBe("/user/deposit");
    } finally {
      await operator.desk.clearFaults();
    }
    expect((await visitor.get("/user/deposit")).path).toBe("/user/deposit");
  });

  test("two limits that are saved at once both hold", async () => {
    const account = await newMember();
    const [one, two] = [await enter(account, product), await enter(account, product)];
    const forms = await Promise.all(
      [one, two].map(async (visitor) => formWith((await visitor.get(PAGE)).text, ["day"])!),
    );
    await Promise.all([
      one.post(PAGE, { ...forms[0]!.values, day: "300" }),
      two.post(PAGE, { ...forms[1]!.values, day: "200" }),
      rest(one, 7),
    ]);
    const page = (await one.get(PAGE)).text;
    expect(page).toContain('value="200.00"');
    expect(page).toContain("Your break ends on");
  });
});

test("two containers with one Redis keep to the same limits", async () => {
  const env = SHARED();
  const [one, two] = [await start(env), await start(env)];
  const account = await newMember();
  const [here, there] = [await enter(account, one), await enter(account, two)];
  await rest(here, 1);
  expect((await there.get("/user/deposit")).path).toBe(`${PAGE}?stopped=break`);
});

test("limits and breaks outlive the process", async () => {
  const product = await start();
  const account = await newMember();
  const visitor = await enter(account, product);
  await limitDay(visitor, "100");
  await rest(visitor, 1);
  await product.restart();
  const page = await (await enter(account, product)).get("/user/deposit");
  expect(page.path).toBe(`${PAGE}?stopped=break`);
  expect(page.text).toContain('value="100.00"');
});

test("LIMIT_INCREASE_HOURS says when a higher limit can be confirmed, and it holds only then", async () => {
  const product = await start({ LIMIT_INCREASE_HOURS: "0" });
  const visitor = await enter(await newMember(), product);
  await limitDay(visitor, "100");
  const asked = await limitDay(visitor, "250");
  expect(asked.text).toContain('value="100.00"');
  expect(asked.text).toContain("Asked for: ฿250.00");
  const raised = await confirm(visitor);
  expect(raised.text).toContain('value="250.00"');
  const { values } = formWith((await visitor.get(PAGE)).text, ["day"])!;
  expect((await visitor.post(PAGE, { ...values, day: "", raise: "year" })).status).toBe(404);
  expect((await visitor.get(PAGE)).text).not.toContain("Asked for");
  await limitDay(visitor, "");
  expect((await confirm(visitor)).text).not.toContain('value="250.00"');
});

test("limits that cannot be read keep deposits and games closed, and nothing else", async () => {
  const product = await start();
  const account = await newMember();
  const visitor = await enter(account, product);
  await limitDay(visitor, "100");
  const database = openDatabase(join(product.dataDir, "sessions.sqlite"));
  database.run("UPDATE wishes SET document = '{'");
  database.close();
  const page = await visitor.get(PAGE);
  expect(page.status).toBe(503);
  expect(page.text).toContain("Your limits could not be loaded.");
  expect((await visitor.get("/user/deposit")).path).toBe(`${PAGE}?stopped=unread`);
  expect((await visitor.post("/user/transfer", await transferForm(visitor))).path).toBe(`${PAGE}?stopped=unread`);
  for (const path of ["/user/home", "/user/withdraw", "/user/statement"])
    expect((await visitor.get(path)).status).toBe(200);
  const back = formWith((await visitor.get("/user/transfer?from=PGSLOT&to=wallet&amount=10")).text, ["k", "amount"])!;
  const home = await visitor.post("/user/transfer", { ...back.values, from: "PGSLOT", to: "wallet", amount: "10" });
  expect(home.path).toMatch(/^\/user\/receipt\//);
});
