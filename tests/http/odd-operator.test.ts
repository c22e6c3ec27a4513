/** Pages of the built product whose operator answers oddly: a real sandbox behind a server that changes its answers. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import contact from "../../locales/la/contact.json" with { type: "json" };
import common from "../../locales/la/common.json" with { type: "json" };
import { startSandbox, type Sandbox } from "../../server/sandbox";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";
import { SECRET } from "./app";

type Wire = Record<string, unknown>;
/** Changes the JSON of an answer, or answers itself. */
type Twist = ((wire: Wire) => unknown) | { answer(response: ServerResponse): void };

let sandbox: Sandbox;
let product: Product;
const twists = new Map<string, Twist>();
const asked: string[] = [];

const front = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => void forward(Buffer.concat(chunks)).catch(() => response.destroy()));
  async function forward(body: Buffer) {
    const path = new URL(request.url!, "http://front").pathname;
    asked.push(path);
    const twist = twists.get(path) ?? twists.get("*");
    if (twist && typeof twist === "object") return twist.answer(response);
    const { method = "GET", headers } = request;
    const answer = await fetch(sandbox.url + request.url!, {
      method,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: body.toString() }),
    });
    const wire = (await answer.json()) as Wire;
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(twist ? twist(wire) : wire));
  }
});

beforeAll(async () => {
  sandbox = await startSandbox({ dataFile: ":memory:", market: "la" });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  product = await startProduct({
    market: "la",
    env: {
      OPERATOR_API_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      NODE_ENV: "test",
      SESSION_SECRET: SECRET,
      LOOKUP_CACHE_S: "600",
      CLOSED_S: "0",
    },
  });
});
afterEach(() => twists.clear());
afterAll(async () => {
  await product?.stop();
  front.closeAllConnections();
  front.close();
  await sandbox?.close();
});

async function signedIn(currency: "BAHT" | "LAK", wallet: number): Promise<Visitor> {
  const member = sandbox.control.member({ wallet, currency, open: ["PG"] });
  const visitor = new Visitor(product.url);
  const home = await visitor.submit(await visitor.get("/login"), { username: member.phone, password: member.password });
  expect(home.path).toBe("/user/home");
  return visitor;
}

const gameOf = (wire: Wire, code: string) => (wire.slots as Wire[]).find((slot) => slot.code === code)!;

/** The text of a page. Words that do not break are elements of their own. */
const textOf = ({ text }: { text: string }) => text.replace(/<[^>]*>/g, "");

// The first test: what a later page has read is kept for ten minutes.
test("nonsense about how to reach support is said to be none, and is not kept", async () => {
  const guest = new Visitor(product.url);
  twists.set("/api/lookup/contact", () => ({ result: [17] }));
  expect(textOf(await guest.get("/contact"))).toContain(contact.notLoaded);
  twists.clear();
  const page = await guest.get("/contact");
  expect(textOf(page)).not.toContain(contact.notLoaded);
  expect(textOf(page)).toContain(contact.openLine);
});

test("each member has the limits of their own currency", async () => {
  for (const [currency, limits] of [
    ["LAK", /50,000\.00.+20,000,000\.00/],
    ["BAHT", /100\.00.+50,000\.00/],
  ] as const) {
    const page = await (await signedIn(currency, 30_000_000_00)).get("/user/withdraw");
    expect(page.text, currency).toMatch(limits);
  }
});

test.each(["A/B", "CLEAR", "..", "50% & more"])("a bonus whose code is %s leads to its page", async (code) => {
  const member = await signedIn("LAK", 1_000_00);
  twists.set("/api/bonus", (list) => [{ ...(list as unknown as Wire[])[0], code }]);
  const link = /href="([^"]*bonus\/details[^"]*)"/.exec((await member.get("/user/bonus")).text)![1]!;
  expect(await member.get(link.replaceAll("&amp;", "&"))).toMatchObject({ status: 200, path: link });
});

test.each([".", ".."])("a promotion's code %s is none, and nothing is asked", async (code) => {
  const member = await signedIn("LAK", 1_000_00);
  const page = await member.get(`/user/promotion?code=${code}`);
  expect([page.status, asked.some((path) => path.includes("/promotion/find"))]).toEqual([422, false]);
});

test.each([401, 403])("the login page stands while the operator answers %d to everything", async (status) => {
  const member = await signedIn("LAK", 1_000_00);
  const refuse = {
    answer: (response: ServerResponse) => void response.writeHead(status).end('{"message":"UNAUTHORIZED"}'),
  };
  twists.set("*", refuse);
  for (const path of ["/login", "/register", "/contact", "/user/contact"]) {
    const visitor = path.startsWith("/user") ? member : new Visitor(product.url);
    const page = await visitor.get(path);
    expect([page.status, page.path], path).toEqual([200, path]);
  }
  twists.clear();
  expect((await member.get("/user/home")).path).toBe("/user/home");
});

describe("what cannot be read is said in its place", () => {
  test("on home and in the money forms, an unknown balance is no zero", async () => {
    const member = await signedIn("LAK", 5_000_00);
    twists.set("/api/wallet", (wire) => {
      gameOf(wire, "PG").amount = 10.005;
      return wire;
    });
    const home = await member.get("/user/home");
    expect(home.status).toBe(200);
    expect(home.text).toContain("– ບໍ່ຮູ້ຍອດ");
    expect(home.text, "the total").not.toContain('data-size="display"');
    const transfer = await member.get("/user/transfer");
    expect([transfer.status, transfer.text]).toEqual([200, expect.stringContaining("PG Soft · – ບໍ່ຮູ້ຍອດ")]);
    const withdraw = await member.get("/user/withdraw");
    expect([withdraw.status, withdraw.text]).toEqual([200, expect.stringContaining("– ບໍ່ຮູ້ຍອດ")]);
    const gather = await member.get("/user/transfer/all?to=wallet");
    expect([gather.status, gather.text]).toEqual([200, expect.stringContaining("– ບໍ່ຮູ້ຍອດ")]);
    twists.set("/api/wallet", (wire) => ({ ...wire, wallet: { amount: null }, profile: null, bankAccount: null }));
    for (const path of ["/user/home", "/user/transfer", "/user/deposit"]) {
      expect((await member.get(path)).status, path).toBe(200);
    }
  });

  test("a game, a movement, a slip and a deposit channel that are left out are counted", async () => {
    const member = await signedIn("LAK", 5_000_00);
    const row = {
      statementType: "deposit",
      status: "SUCCESS",
      from: "BCEL",
      to: "wallet",
      createdAt: "2026-11-20 15:00",
    };
    twists.set("/api/wallet", (wire) => {
      gameOf(wire, "PG").code = {};
      return wire;
    });
    twists.set("/api/statement", () => ({
      total: 3,
      statements: [{ ...row, amount: 100 }, row, { ...row, amount: null }],
    }));
    const slip = { createdAt: "2026-11-20 15:00", status: "SUCCESS", amount: 100 };
    twists.set("/api/statement/slip", () => [slip, { ...slip, createdAt: "yesterday" }]);
    twists.set("/api/lookup/deposit", (wire) => {
      const banks = wire.banks as Wire[];
      return { ...wire, banks: [...banks, { ...banks[0], currency: "USD" }] };
    });
    const one = "ອ່ານບໍ່ໄດ້ 1 ລາຍການ";
    const said = async (path: string) => textOf(await member.get(path));
    expect(await said("/user/home")).toContain(one);
    const statement = await said("/user/statement");
    expect(statement).toContain("ອ່ານບໍ່ໄດ້ 2 ລາຍການ");
    expect(statement).toContain("15:00:00");
    expect(await said("/user/statement/summary")).toContain("ອ່ານບໍ່ໄດ້ 2 ລາຍການ");
    expect(await said("/user/slips")).toContain(one);
    expect(await said("/user/deposit")).toContain(one);
  });

  test("where entries are left out and none remains, the page could not be loaded", async () => {
    const member = await signedIn("BAHT", 5_000_00);
    twists.set("/api/lookup/deposit", (wire) => ({ ...wire, banks: [17], wallets: [] }));
    twists.set("/api/statement", () => ({ total: 1, statements: [17] }));
    twists.set("/api/statement/slip", () => ({ total: 1, slips: [17] }));
    for (const [path, status] of [
      ["/user/deposit", 503],
      ["/user/deposit/qr/KBANK", 503],
      ["/user/deposit/truewallet", 503],
      ["/user/statement", 503],
      ["/user/statement?type=deposit", 503],
      ["/user/statement/print", 503],
      ["/user/statement/summary", 503],
      // The form of the page works.
      ["/user/slips", 200],
    ] as const) {
      const page = await member.get(path);
      expect([page.status, page.path], path).toEqual([status, path]);
      expect(textOf(page), path).toContain(common.tryAgain);
      expect(textOf(page), path).toContain(common.notLoadedBody);
    }
    const csv = await member.get("/user/statement/csv");
    expect([csv.status, csv.path]).toEqual([503, "/user/statement/print"]);
  });

  test("three thousand movements that were not asked for: the page shows ten", async () => {
    const member = await signedIn("LAK", 5_000_00);
    const createdAt = "2026-11-20T08:00:00.000Z";
    const row = { statementType: "deposit", status: "SUCCESS", from: "BCEL", to: "wallet", amount: 100, createdAt };
    twists.set("/api/statement", () => ({ total: 3_000, statements: Array.from({ length: 3_000 }, () => row) }));
    for (const [path, next] of [
      ["/user/statement", "page=2"],
      ["/user/statement?page=7", "page=8"],
    ] as const) {
      const page = await member.get(path);
      expect(page.text.match(/class="row"/g), path).toHaveLength(10);
      expect(page.text).toContain(next);
    }
  });
});

test("while the operator keeps failing, pages do not ask it again, and say so at once", async () => {
  const member = await signedIn("LAK", 5_000_00);
  twists.set("/api/wallet", { answer: (response) => void response.writeHead(503, { "retry-after": "60" }).end() });
  await member.get("/user/home");
  asked.length = 0;
  expect((await member.get("/user/home")).status).toBe(200);
  expect((await member.get("/user/transfer")).status).toBe(503);
  expect(asked.filter((path) => path === "/api/wallet")).toEqual([]);
});

test("a page waits longer for what it needs than for what it can do without, and for neither without end", async () => {
  const member = await signedIn("BAHT", 5_000_00);
  const never = { answer: () => undefined };
  const ended: string[] = [];
  const open = async (path: string) => {
    const { status } = await member.get(path);
    ended.push(`${path} ${status}`);
  };
  twists.set("/api/bonus/check/active", never);
  twists.set("/api/qrcode/KBANK", never);
  await Promise.all([open("/user/deposit/qr/KBANK"), open("/user/withdraw")]);
  expect(ended).toEqual(["/user/withdraw 200", "/user/deposit/qr/KBANK 503"]);
});
