/** An operator that fits passes, and each planted misfit is found, with nothing else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkOperator } from "../../server/conform/check";
import { startSandbox, type Sandbox } from "../../server/sandbox";
import { alteredOperator, type Alter } from "../support/altered-operator";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    dataFile: ":memory:",
    market: "th",
    switches: { callsPerMinute: 0, onceEveryMs: 0 },
  });
});
afterAll(() => sandbox.close());

const check = (url: string) => {
  const { phone: username, password } = sandbox.demoMember;
  return checkOperator({ url, marker: "wallet-user", offset: "+07:00", username, password });
};

async function misfitsWith(alter: Alter) {
  const front = await alteredOperator(sandbox.url, alter);
  try {
    const { misfits, tolerated } = await check(front.url);
    return { misfits, tolerated };
  } finally {
    front.close();
  }
}

test("the sandbox operator fits, and what was not tried is named", async () => {
  const report = await check(sandbox.url);
  expect(report).toMatchObject({ calls: 78, misfits: [], tolerated: [] });
  expect(report.fit.length + report.notTried.length).toBe(78);
});

type Rows = { statements: { createdAt: string; amount: unknown }[]; total: unknown };
type Planted = [name: string, plant: (answer: Rows) => void, finding: object];

const PLANTED: Planted[] = [
  [
    "a date without a zone",
    ({ statements: [row] }) => (row!.createdAt = "2027-01-01T00:00:00"),
    { path: "statements[].createdAt", expected: "datetime" },
  ],
  [
    "three decimals",
    ({ statements: [row] }) => (row!.amount = 1.005),
    { path: "statements[].amount", expected: "no more than 2 decimals" },
  ],
  [
    "an amount that is missing",
    ({ statements: [row] }) => delete row!.amount,
    { path: "statements[].amount", received: "missing" },
  ],
  ["the oldest first", ({ statements }) => statements.reverse(), { expected: "newest first" }],
  [
    "an ignored limit",
    ({ statements }) => statements.push(...statements),
    { path: "statements", received: "more entries" },
  ],
  ["no total", (answer) => delete answer.total, { path: "total", received: "missing" }],
];

test.each(PLANTED)("%s is found, and nothing else", async (_, plant, finding) => {
  const found = await misfitsWith((path, answer) => {
    if (path === "/api/statement" && "statements" in answer) plant(answer as unknown as Rows);
  });
  expect(found).toMatchObject({ misfits: [{ call: "listStatements", ...finding }], tolerated: [] });
});

test("a number that came as text is tolerated", async () => {
  const found = await misfitsWith((path, answer) => {
    if (path === "/api/statement" && "total" in answer) Object.assign(answer, { total: String(answer.total) });
  });
  expect(found).toMatchObject({ misfits: [], tolerated: [{ call: "listStatements", path: "total" }] });
});
