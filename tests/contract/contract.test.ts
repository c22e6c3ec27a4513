import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { z } from "zod";
import { contract, endpoints } from "../../server/operator/contract";
import { openapi } from "../../server/operator/contract/document";
import type { Endpoint } from "../../server/operator/endpoint";
import { parametersOf } from "../../server/operator/path";
import document from "../../server/operator/openapi.json";
import { root } from "../support/root";
import examples from "./examples.json";

const calls = Object.entries<Endpoint>(endpoints);
const example = (name: string) => (examples as Record<string, { input: unknown[]; output: unknown[] }>)[name]!;

test("the contract has the operator's 78 calls, each with one name and one path", () => {
  expect(calls).toHaveLength(78);
  expect(new Set(calls.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(78);
  expect(Object.values(contract).flatMap(Object.keys).sort()).toEqual(calls.map(([name]) => name).sort());
});

test("the committed OpenAPI document is up to date (npm run contract -- --write)", () => {
  expect(document).toEqual(openapi());
});

test("npm run contract prints the document, and changes no file", () => {
  const { stdout } = spawnSync("npm", ["run", "--silent", "contract"], { cwd: root, encoding: "utf8" });
  expect(JSON.parse(stdout)).toEqual(document);
});

test("every reference in the document resolves", () => {
  const references = JSON.stringify(document).match(/#\/components\/[^"]+/g) ?? [];
  const found = (reference: string) =>
    reference
      .slice(2)
      .split("/")
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], document);
  expect(references.filter((reference) => found(reference) === undefined)).toEqual([]);
});

test("24 calls are open to guests, and the timeout is 300 s for uploads and 60 s for others", () => {
  expect(calls.filter(([, { access }]) => access === "guest")).toHaveLength(24);
  expect(calls.filter(([, { upload }]) => upload).map(([, { timeoutMs }]) => timeoutMs)).toEqual([
    300_000, 300_000, 300_000,
  ]);
  expect(new Set(calls.filter(([, { upload }]) => !upload).map(([, { timeoutMs }]) => timeoutMs))).toEqual(
    new Set([60_000]),
  );
});

test("the nine GETs that write and all calls that move money are marked", () => {
  const writing = (method: string) =>
    calls.filter(([, one]) => one.writes && one.method === method).map(([name]) => name);
  expect(writing("GET").sort()).toEqual([
    "activateBonus",
    "activatePromotion",
    "activateSlot",
    "addRefundToWallet",
    "clearBonus",
    "receiveInviteBonus",
    "receiveRefund",
    "refreshSlots",
    "resetSlotPassword",
  ]);
  const money = calls.filter(([, { writes }]) => writes === "money").map(([name]) => name);
  expect(money.sort()).toEqual([
    "activateBonus",
    "activatePromotion",
    "addRefundToWallet",
    "addToWallet",
    "cancelQr",
    "claimCoupon",
    "clearBonus",
    "createQr",
    "receiveInviteBonus",
    "receiveRefund",
    "spin",
    "submitTruelink",
    "transfer",
    "transferAll",
    "uploadSlip",
    "withdraw",
    "withdrawAll",
  ]);
});

test("path parameters are part of the input", () => {
  for (const [name, { path, input }] of calls) {
    const fields = Object.keys((input as z.ZodObject).shape);
    expect(fields, name).toEqual(expect.arrayContaining(parametersOf(path)));
  }
});

test.each(calls)("%s parses the operator's examples and writes them unchanged", (name, endpoint) => {
  const { input, output } = example(name);
  for (const wire of input) {
    if (endpoint.upload) continue;
    expect(z.encode(endpoint.input, z.decode(endpoint.input, wire))).toEqual(wire);
  }
  expect(output.length).toBeGreaterThan(0);
  for (const wire of output) {
    const encoded = z.encode(endpoint.output, z.decode(endpoint.output, wire));
    if (typeof wire === "object" && wire !== null) expect(encoded).toMatchObject(wire);
    else expect(encoded).toEqual(wire);
  }
});

test.each(calls)("%s ignores unknown fields", (name, endpoint) => {
  for (const wire of example(name).output) {
    if (typeof wire !== "object" || wire === null || Array.isArray(wire)) continue;
    const plain = z.decode(endpoint.output, wire);
    expect(z.decode(endpoint.output, { ...wire, somethingNew: { deep: [1] } })).toEqual(plain);
  }
});
