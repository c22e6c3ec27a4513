/** Every line of the specification names the tests that hold it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listedLines, storedCounts, type LineKind } from "../../bin/specification";

import { root } from "../support/root";
import { hasTest } from "../support/titles";

const lines = listedLines();

/** What is being built: a line may wait for it only while none of these files exists. */
const WAITING: Record<string, { folder: string; name: RegExp }> = {
  profile: { folder: "app/routes", name: /^user\.profile\b(?!_)/ },
  password: { folder: "app/routes", name: /^user\.profile_?\.password/ },
  "bank-name": { folder: "app/routes", name: /^user\.profile_?\.bank-name/ },
  menu: { folder: "app/routes", name: /^user\.conditions/ },
  conditions: { folder: "app/routes", name: /^user\.conditions/ },
  howto: { folder: "app/routes", name: /howto/ },
  constants: { folder: "tests/unit", name: /^constants\.test\.ts$/ },
  chat: { folder: "app/routes", name: /\bchat\b/ },
};

const isBuilt = ({ folder, name }: (typeof WAITING)[string]) =>
  readdirSync(join(root, folder)).some((file) => name.test(file));

test("has every line of the document once, as many of each kind as were counted", () => {
  const kinds: LineKind[] = ["heading", "bullet", "row", "sentence"];
  const counts = Object.fromEntries(kinds.map((kind) => [kind, lines.filter((line) => line.kind === kind).length]));
  expect(counts).toEqual(storedCounts());
  const places = new Map<string, number>();
  for (const { id } of lines) {
    const part = id.split(".")[0]!;
    places.set(part, (places.get(part) ?? 0) + 1);
    expect(id).toBe(`${part}.${places.get(part)}`);
  }
});

test("says of each line which tests prove it, or why there is nothing to prove", () => {
  const unclear = lines.filter(({ tests, says, waiting }) => {
    const isProved = (tests?.length ?? 0) > 0 || waiting !== undefined;
    return isProved === (says !== undefined) || (says !== undefined && !/^nothing to prove: .{5}/.test(says));
  });
  expect(unclear).toEqual([]);
});

test("few lines have nothing to prove", () => {
  const silent = lines.filter(({ says, kind }) => says !== undefined && kind !== "heading");
  expect(silent.length).toBeLessThan(lines.length / 20);
});

test("names only tests that exist", () => {
  const named = [...new Set(lines.flatMap(({ tests = [] }) => tests))];
  expect(named.filter((one) => !hasTest(one))).toEqual([]);
});

test("no line waits for what is built", () => {
  const waiting = lines.flatMap(({ id, waiting }) => (waiting === undefined ? [] : [{ id, waiting }]));
  expect(waiting.filter(({ waiting: name }) => !Object.hasOwn(WAITING, name))).toEqual([]);
  expect(waiting.filter(({ waiting: name }) => isBuilt(WAITING[name]!))).toEqual([]);
  expect(Object.values(WAITING).filter(({ folder }) => !existsSync(join(root, folder)))).toEqual([]);
});

test("the README says how many lines there are", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect(readme).toContain(`all ${lines.length} lines of the specification`);
});
