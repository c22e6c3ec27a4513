/** Withdrawals of the built product where the operator wants the password again. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { secretsOf } from "../../server/config/namespace";
import { createSeal } from "../../server/session/seal";
import type { Session } from "../../server/session/session";
import type { Account } from "../support/desk";
import { formWith } from "../support/html";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";
import { SECRET } from "./app";

const MINUTE = 60_000;
const REVIEW = "/user/withdraw/review?amount=321.00";

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    env: { WITHDRAW_PASSWORD_AFTER_MIN: "10", SESSION_SECRET: SECRET, RATE_LIMITS: "on", LOG_LEVEL: "trace" },
  });
});
afterAll(() => product.stop());

/** A member who signed in so many minutes ago. */
async function signedIn(minutes: number): Promise<{ visitor: Visitor; account: Account }> {
  const account = await product.desk.createMember({ wallet: 900_00, password: "four-quiet-words" });
  const visitor = new Visitor(product.url);
  await visitor.submit(await visitor.get("/login"), { username: account.username, password: account.password });
  const seal = createSeal(secretsOf([SECRET], "th.sandbox"), "th.sandbox");
  const session = (await seal.open<Session>("session", visitor.cookies.get("s")))!;
  visitor.cookies.set("s", await seal.seal("session", { ...session, iat: session.iat - minutes * MINUTE }));
  return { visitor, account };
}

const withdrawals = async ({ username }: Account) =>
  (await product.desk.statement(username)).rows.filter(({ type }) => type === "withdraw").map(({ amount }) => amount);

test("a recent sign-in withdraws without the password", async () => {
  const { visitor, account } = await signedIn(9);
  const review = await visitor.get(REVIEW);
  expect(formWith(review.text, ["password"])).toBeUndefined();
  expect((await visitor.submit(review, { amount: "321.00" })).path).toMatch(/^\/user\/receipt\//);
  expect(await withdrawals(account)).toEqual([321_00]);
});

test("an older sign-in withdraws with the right password only, and what was typed stays", async () => {
  const { visitor, account } = await signedIn(11);
  const review = await visitor.get(REVIEW);
  const key = formWith(review.text, ["password"])!.values;
  for (const password of ["", "not the password", "x".repeat(201)]) {
    const refused = await visitor.post(REVIEW, { ...key, password });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('aria-invalid="true"');
    expect(formWith(refused.text, ["password"])!.values).toMatchObject({ amount: "321.00", password: "" });
  }
  const { password: _, ...without } = key;
  expect((await visitor.post(REVIEW, without)).status).toBe(422);
  expect(await withdrawals(account)).toEqual([]);
  const receipt = await visitor.post(REVIEW, { ...key, password: account.password });
  expect(receipt.path).toMatch(/^\/user\/receipt\//);
  expect(await withdrawals(account)).toEqual([321_00]);
});

test("the password counts for the next withdrawal too, also where a sign-in ends the one before", async () => {
  await product.desk.switches({ singleSession: true });
  const { visitor, account } = await signedIn(11);
  const { password } = account;
  expect((await visitor.submit(await visitor.get(REVIEW), { password })).path).toMatch(/^\/user\/receipt\//);
  const again = await visitor.get("/user/withdraw/review?amount=100");
  expect(formWith(again.text, ["password"])).toBeUndefined();
  expect((await visitor.submit(again, { amount: "100.00" })).path).toMatch(/^\/user\/receipt\//);
  expect(await withdrawals(account)).toEqual([100_00, 321_00]);
  await product.desk.switches({ singleSession: false });
});

test("wrong passwords count as wrong sign-ins do, and no answer counts as none", async () => {
  const { visitor, account } = await signedIn(11);
  const review = await visitor.get(REVIEW);
  await product.desk.fault({ call: "login", kind: "reset", phone: account.username });
  expect((await visitor.submit(review, { password: account.password })).status).toBe(503);
  for (let count = 0; count < 5; count += 1) {
    expect((await visitor.submit(review, { password: `wrong ${count}` })).status).toBe(422);
  }
  const limited = await visitor.submit(review, { password: account.password });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
  expect(await withdrawals(account)).toEqual([]);
});

test("neither the log nor a page has the password, also when a form is refused for another reason", async () => {
  const { visitor, account } = await signedIn(11);
  const { password } = account;
  const [review, other] = [await visitor.get(REVIEW), new Visitor(product.url)];
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
  const wrong = await visitor.submit(review, { password: "canary-quiet-words" });
  await other.submit(await other.get("/user/withdraw/review?amount=100"), { password });
  const outdated = await visitor.submit(review, { password });
  expect([wrong.status, outdated.status]).toEqual([422, 409]);
  for (const text of [outdated.text, wrong.text, product.output()]) {
    expect(text).not.toContain(password);
    expect(text).not.toContain("canary-quiet-words");
  }
  expect(await withdrawals(account)).toEqual([100_00]);
});
