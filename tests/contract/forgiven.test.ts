/** The reader tells what differs from the contract, and whether it could be read all the same. */
import { expect, test } from "vitest";
import { callResult, WIRE_CODES } from "../../server/operator/call-result";
import { endpoints } from "../../server/operator/contract";
import type { Endpoint } from "../../server/operator/endpoint";
import type { Drift } from "../../server/operator/mild-reader";

function told(endpoint: Endpoint, answer: unknown) {
  const found: { drifts: Drift[]; forgiven: boolean }[] = [];
  callResult(
    endpoint,
    { kind: "answered", status: 200, headers: new Map(), body: Buffer.from(JSON.stringify(answer)) },
    {
      codes: WIRE_CODES,
      now: 0,
      offset: "+07:00",
      range: null,
      onDrift: (drifts, forgiven) => found.push({ drifts, forgiven }),
    },
  );
  return found;
}

const row = { statementType: "deposit", status: "SUCCESS", amount: 1.5, createdAt: "2026-11-22T00:00:00Z" };

test("an answer that fits is not told", () => {
  expect(told(endpoints.listStatements, { statements: [row], total: 1 })).toEqual([]);
});

test("a number that came as text is told as forgiven, without its value", () => {
  expect(told(endpoints.listStatements, { statements: [row], total: "1" })).toEqual([
    { drifts: [{ path: "total", expected: "number", received: "string" }], forgiven: true },
  ]);
});

test("a number that came as a word is told as not forgiven", () => {
  expect(told(endpoints.listStatements, { statements: [row], total: "many" })).toMatchObject([
    { drifts: [{ path: "total", received: "string" }], forgiven: false },
  ]);
});

test("nothing is forgiven in the answer to a money call", () => {
  expect(told(endpoints.transfer, { message: 1 }).map(({ forgiven }) => forgiven)).toEqual([false]);
});
