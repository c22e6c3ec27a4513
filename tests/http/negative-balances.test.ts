/** Every page of the built product prints a negative balance with its minus. The operator may correct an account. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { alteredOperator } from "../support/altered-operator";
import { signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import type { Visitor } from "../support/visitor";

interface Wallet {
  wallet: { amount: number };
  slots: { code: string; amount: number }[];
}

const ends: (() => unknown)[] = [];
let member: Visitor;

beforeAll(async () => {
  const sandbox = await startProduct();
  ends.push(() => sandbox.stop());
  const operator = await alteredOperator(new URL(sandbox.deskUrl).origin, (path, answer) => {
    const found = (answer as { result?: Wallet }).result ?? (answer as unknown as Wallet);
    if (path !== "/api/wallet" || !found.wallet) return;
    found.wallet.amount = -1234.5;
    found.slots.find(({ code }) => code === "PG")!.amount = -20;
  });
  ends.push(operator.close);
  const own: Product = await startProduct({ env: { OPERATOR_API_URL: operator.url, NODE_ENV: "test", CLOSED_S: "0" } });
  ends.push(() => own.stop());
  const { username, password } = await sandbox.desk.createMember({
    wallet: 500_00,
    games: { PG: 100_00, PGSLOT: 50_00 },
  });
  member = await signedIn(own, { username, password }, "en");
});
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** What a page says, as a screen reader gets it. */
const spoken = (html: string) =>
  html
    .replace(/^[^]*<body>/, "")
    .replace(/<option/g, " <option")
    .replace(/<[^>]+>/g, "");

const WALLET = "−฿1,234.50";
const GAME = "−฿20.00";

test.each([
  ["/user/home", ["−฿1,204.50", WALLET, GAME, "−20.00 credits"]],
  ["/user/transfer", [`Main wallet · ${WALLET}`, `PG Soft · ${GAME}`]],
  ["/user/withdraw", ["−฿1,204.50", `Main wallet ${WALLET}`]],
  ["/user/deposit", [`Main wallet ${WALLET}`]],
  ["/user/deposit/truewallet", [`Main wallet ${WALLET}`]],
  ["/user/deposit/qr/KBANK", [`Main wallet ${WALLET}`]],
])("%s", async (path, amounts) => {
  const page = await member.get(path);
  expect(page.status).toBe(200);
  const text = spoken(page.text);
  for (const amount of amounts) expect(text).toContain(amount);
  expect(text.replaceAll(/−฿?(1,234\.50|1,204\.50|20\.00)/g, "")).not.toMatch(/1,234\.50|1,204\.50|20\.00/);
  expect(page.text).not.toMatch(/<data[^>]*value="(1234\.50|1204\.50|20\.00)"/);
});

test("the preset for all of a negative balance is nothing", async () => {
  const fields = { amount: "", from: "PG", to: "wallet", preset: "all" };
  const filled = await member.submit(await member.get("/user/transfer"), fields);
  expect(filled.status).toBe(200);
  expect(filled.path).toContain("amount=0.00");
});

test("of a negative balance nothing can be withdrawn, so there is no form", async () => {
  const page = await member.get("/user/withdraw");
  expect(page.text).not.toContain('name="amount"');
  expect(page.text).toContain('href="/user/deposit"');
});

test("the receipt has the balances as they are now", async () => {
  const form = { from: "PGSLOT", to: "wallet", amount: "1.5" };
  const receipt = await member.submit(await member.get("/user/transfer"), form);
  expect(receipt.path).toMatch(/^\/user\/receipt\//);
  expect(spoken(receipt.text)).toContain(`Main wallet now${WALLET}`);
});
