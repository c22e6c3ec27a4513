import type { ServerResponse } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createLookups, type Lookups } from "../../server/operator/lookup-cache";
import { bindReads } from "../../server/operator/views";
import { code, json, raw, scriptedOperator, type Answer } from "./scripted-operator";

const operator = await scriptedOperator();
afterAll(() => operator[Symbol.asyncDispose]());

const MINUTE = 60_000;
let now: number;
let lookups: Lookups;
beforeEach(() => {
  now = Date.parse("2026-11-20T08:00:00Z");
  lookups = createLookups(MINUTE, () => now);
});

const redirect = (location: string) => () => new Response(null, { status: 303, headers: { location } });
const pageOf = (token: string | null, currency: string | null = null) => {
  const reads = bindReads(operator.client, { token, onLogin: redirect("/login"), onGone: redirect("/terminated") });
  return lookups.through(reads, currency);
};

/** Limits in the currency of the token. */
const byToken: Answer = (response: ServerResponse, request) => {
  const withdrawMin = request.headers.authorization === "Bearer baht" ? 100 : 50_000;
  json(200, { withdrawMin, withdrawMax: withdrawMin * 100 })(response, request);
};
const tokens = () => operator.received.map(({ headers }) => headers.authorization);

test("a lookup carries the token of the member whose page needs it", async () => {
  operator.answers(json(200, { name: "Kram", website: "https://kram.test" }));
  await pageOf("member-token").lookupInfo();
  expect(tokens()).toEqual(["Bearer member-token"]);
});

test("a guest's lookup carries none, and its answer serves members, too", async () => {
  operator.answers(json(200, { name: "Kram", website: "https://kram.test" }));
  await pageOf(null).lookupInfo();
  await pageOf("member-token").lookupInfo();
  expect(tokens()).toEqual([undefined]);
});

test("the limits of withdrawals are shared by members with the same currency only", async () => {
  operator.answers(byToken);
  const minimum = async (token: string, currency: string | null) =>
    (await pageOf(token, currency).lookupWithdraw()).withdrawMin;
  expect(await minimum("kip", "LAK")).toBe(50_000_00);
  expect(await minimum("baht", "BAHT")).toBe(100_00);
  expect(await minimum("another", "LAK")).toBe(50_000_00);
  expect(tokens()).toEqual(["Bearer kip", "Bearer baht"]);
  expect(await minimum("baht", null)).toBe(100_00);
  expect(tokens()).toHaveLength(3);
});

test.each([401, 403])("a %d to a lookup leads nobody to the login page", async (status) => {
  operator.answers(code(status, "UNAUTHORIZED"));
  for (const token of [null, "member-token"]) {
    const thrown = (await pageOf(token)
      .lookupInfo()
      .catch((error: unknown) => error)) as Response;
    expect([thrown.status, await thrown.json()]).toEqual([503, { code: "UNAUTHORIZED" }]);
  }
});

test("while the operator does not answer, what is known is used", async () => {
  operator.answers(json(200, { terminated: false }), raw(503, ""));
  expect(await pageOf(null).lookupActive()).toEqual({ terminated: false });
  now += 4 * MINUTE;
  expect(await pageOf(null).lookupActive()).toEqual({ terminated: false });
  now += 6 * MINUTE;
  await expect(pageOf(null).lookupActive()).rejects.toBeInstanceOf(Response);
});

test("nonsense is not kept: the next page asks again, and what was known before stays known", async () => {
  const contact = { contactText: "Call us", lineLink: "https://line.me/x", lineName: "@kram", lineQR: "" };
  operator.answers(json(200, { result: [17] }), json(200, contact), json(200, { result: [17] }));
  await expect(pageOf(null).lookupContact()).rejects.toBeInstanceOf(Response);
  expect(await pageOf(null).lookupContact()).toEqual(contact);
  now += 2 * MINUTE;
  for (const _ of ["stale, while it is asked again", "still stale"])
    expect(await pageOf(null).lookupContact()).toEqual(contact);
});
