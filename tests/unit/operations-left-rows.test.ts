import { describe, expect, test } from "vitest";
import { leftRows } from "../../server/operations/left-rows";
import type { OpName, OpRecord } from "../../server/operations/types";
import type { StatementRow } from "../../server/operator/contract/statement";
import { MINUTE, SECOND, START } from "./operations-stage";

const op = (id: string, name: OpName, input: OpRecord["input"], at: number, lastsMs = SECOND) =>
  ({ id, op: name, input, state: "done", startedAt: START + at, finishedAt: START + at + lastsMs }) as OpRecord;

const row = (statementType: StatementRow["statementType"], from: string, to: string, amount: number, at: number) =>
  ({ statementType, from, to, amount, status: "SUCCESS", createdAt: new Date(START + at) }) as StatementRow;

const INTO_PG = { from: "wallet", to: "PG", amount: 100_00 };
const intoPg = (at: number) => row("transfer", "wallet", "PG", 100_00, at);

describe("a statement row", () => {
  test("belongs to the operation that has left it", () => {
    const rows = [row("withdraw", "wallet", "KBANK", 500_00, MINUTE), intoPg(0)];
    const ops = [op("transfer", "transfer", INTO_PG, 0), op("withdrawal", "withdraw", { amount: 500_00 }, MINUTE)];
    expect(leftRows(rows, ops)).toEqual(["withdrawal", "transfer"]);
  });

  test.each([
    ["another amount", row("transfer", "wallet", "PG", 99_00, 0)],
    ["another target", row("transfer", "wallet", "JOKER", 100_00, 0)],
    ["another type", row("deposit", "wallet", "PG", 100_00, 0)],
    ["another time", intoPg(-6 * MINUTE)],
  ])("with %s belongs to no operation", (_what, other) => {
    expect(leftRows([other], [op("transfer", "transfer", INTO_PG, 0)])).toEqual([null]);
  });

  test.each(["inflight", "unknown", "rejected", "notdone", "review"] as const)(
    "belongs to no operation that is %s",
    (state) => {
      expect(leftRows([intoPg(0)], [{ ...op("transfer", "transfer", INTO_PG, 0), state }])).toEqual([null]);
    },
  );

  test("belongs to the nearest of equal operations, one row for each", () => {
    const ops = [op("first", "transfer", INTO_PG, 0), op("second", "transfer", INTO_PG, MINUTE)];
    const late = 2 * SECOND;
    expect(leftRows([intoPg(MINUTE + late), intoPg(late)], ops)).toEqual(["second", "first"]);
    expect(leftRows([intoPg(MINUTE + late)], ops)).toEqual(["second"]);
    expect(leftRows([intoPg(3 * MINUTE), intoPg(MINUTE), intoPg(0)], ops)).toEqual([null, "second", "first"]);
  });

  test("belongs to an operation that was settled minutes later", () => {
    const settled = op("settled", "transfer", INTO_PG, 0, 8 * MINUTE);
    const next = op("next", "transfer", INTO_PG, 8 * MINUTE + SECOND);
    expect(leftRows([intoPg(8 * MINUTE + 2 * SECOND), intoPg(SECOND)], [settled, next])).toEqual(["next", "settled"]);
  });

  test("of a transfer between two games is one of two", () => {
    const ops = [op("between", "transfer", { from: "JOKER", to: "PG", amount: 100_00 }, 0)];
    expect(leftRows([intoPg(0), row("transfer", "JOKER", "wallet", 100_00, 0)], ops)).toEqual(["between", "between"]);
  });

  test("that collects a game's money belongs to the operation that collected it", () => {
    const gathered = ["PG", "JOKER"].map((game, at) => row("transfer", game, "wallet", 100_00 + at, SECOND));
    expect(leftRows(gathered, [op("all", "transferAll", { to: "wallet" }, 0)])).toEqual(["all", "all"]);
    const withdrawal = row("withdraw", "wallet", "KBANK", 500_00, SECOND);
    const ops = [op("withdrawal", "withdrawAll", { amount: 500_00 }, 0)];
    expect(leftRows([withdrawal, ...gathered], ops)).toEqual(["withdrawal", "withdrawal", "withdrawal"]);
  });
});
