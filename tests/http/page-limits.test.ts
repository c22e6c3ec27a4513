/** The rate limits on the pages of the built product. */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "../support/product";
import { Visitor, type Answer } from "../support/visitor";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1" } });
  await product.desk.switches({ registerOtp: false });
});
afterAll(() => product.stop());

/** A browser with this IP address. */
const at = (address: string) => new Visitor(product.url, "br", () => ({ "X-Forwarded-For": address }));

const newPhone = () => `081${randomInt(2_000_000, 9_999_999)}`;

const logIn = async (visitor: Visitor, username: string, password: string) =>
  visitor.submit(await visitor.get("/login"), { username, password });

const expectLimit = ({ status, headers, text }: Answer) => {
  expect(status).toBe(429);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(text).toMatch(/ตั้งแต่.{0,12}? (?:\d\d\/\d\d\/\d{4} )?\d\d:\d\d/);
};

test("after thirty numbers with wrong passwords, all addresses of an IPv6 /64 are blocked", async () => {
  for (let host = 1; host <= 30; host += 1) {
    expect((await logIn(at(`2001:db8:0:5::${host.toString(16)}`), newPhone(), "summer-2026")).status).toBe(422);
  }
  expectLimit(await logIn(at("2001:db8:0:5:ffff::1"), newPhone(), "summer-2026"));
  expect((await logIn(at("2001:db8:0:6::1"), newPhone(), "summer-2026")).status).toBe(422);
});

test("attempts that the operator did not answer do not block members", async () => {
  const { username, password } = await product.desk.createMember({});
  await product.desk.fault({ call: "login", kind: "reset", phone: username, times: 6 });
  const visitor = at("203.0.113.1");
  for (let count = 0; count < 6; count += 1) expect((await logIn(visitor, username, password)).status).toBe(503);
  expect((await logIn(visitor, username, password)).path).toBe("/user/home");
});

test("a member who has signed in before can sign in while a stranger has used up the attempts", async () => {
  const { username, password } = await product.desk.createMember({});
  const [owner, stranger] = [at("203.0.113.2"), at("203.0.113.3")];
  await logIn(owner, username, password);
  for (let count = 0; count < 5; count += 1) expect((await logIn(stranger, username, "wrong")).status).toBe(422);
  expectLimit(await logIn(stranger, username, password));
  expect((await logIn(owner, username, password)).path).toBe("/user/home");
});

/** Fills the registration up to the profile step, without a code. @returns the page after it */
async function atBank(visitor: Visitor, phone = newPhone()): Promise<Answer> {
  const profile = await visitor.submit(await visitor.get("/register"), { username: phone });
  const password = "four quiet words here";
  return visitor.submit(profile, { name: "Somchai", password, confirmPassword: password });
}

test("one registration can look up ten accounts an hour", async () => {
  const taken = "1234567890";
  await product.desk.createMember({ bank: { code: "KBANK", name: "SOMCHAI JAIDEE", number: taken } });
  const visitor = at("203.0.113.4");
  const bank = await atBank(visitor);
  const probe = () =>
    visitor.submit(bank, { bankCode: "KBANK", firstName: "A", lastName: "B", bankAccountNo: taken, adult: "1" });
  for (let count = 0; count < 9; count += 1) expect((await probe()).status).toBe(422);
  expectLimit(await probe());
});

test("one address can look up forty numbers an hour", async () => {
  const { username } = await product.desk.createMember({});
  for (let count = 0; count < 40; count += 1) expect((await atBank(at("203.0.113.5"))).path).toBe("/register/bank");
  expectLimit(await atBank(at("203.0.113.5"), username));
});
