import { describe, expect, test } from "vitest";
import type { Core } from "../../server/operations/core";
import { leftRows } from "../../server/operations/left-rows";
import { ALL_RULES, TIMINGS } from "../../server/operations/rules";
import type { OpName, OpRecord } from "../../server/operations/types";
import type { StatementRow } from "../../server/operator/contract/statement";
import { MINUTE, SECOND, START } from "./operations-stage";

const core = { rules: ALL_RULES, timings: TIMINGS } as Core;
const owners = (rows: StatementRow[], recent: OpRecord[]) =>
  leftRows(core, { epoch: "", version: 1, seq: 1, floor: 1, recent, taken: [], at: START, lost: [] }, rows);

const GAMES = { PG: 10_00, JOKER: 10_00 };
const op = (id: string, name: OpName, input: OpRecord["input"], at: number, lastsMs = SECOND) =>
  ({
    id,
    op: name,
    input,
    state: "done",
    startedAt: START + at,
    finishedAt: START + at + lastsMs,
    base: {
      at: START + at,
      slack: 0,
      horizon: null,
      seen: [],
      balances: { wallet: 900_00, ...GAMES },
      qrcodeId: null,
      owed: 0,
    },
  }) as unknown as OpRecord;

const row = (statementType: StatementRow["statementType"], from: string, to: string, amount: number, at: number) =>
  ({ statementType, from, to, amount, status: "SUCCESS", createdAt: new Date(START + at) }) as StatementRow;

const INTO_PG = { from: "wallet", to: "PG", amount: 100_00 };
const intoPg = (at: number) => row("transfer", "wallet", "PG", 100_00, at);

describe("a statement row", () => {
  test("belongs to the operation that has left it", () => {
    const rows = [row("withdraw", "wallet", "KBANK", 500_00, MINUTE), intoPg(0)];
    const ops = [op("transfer", "transfer", INTO_PG, 0), op("withdrawal", "withdraw", { amount: 500_00 }, MINUTE)];
    expect(owners(rows, ops)).toEqual(["withdrawal", "transfer"]);
  });

  test.each([
    ["another amount", row("transfer", "wallet", "PG", 99_00, 0)],
    ["another target", row("transfer", "wallet", "JOKER", 100_00, 0)],
    ["another source", row("transfer", "JOKER", "PG", 100_00, 0)],
    ["another type", row("deposit", "wallet", "PG", 100_00, 0)],
    ["an earlier time", intoPg(-6 * MINUTE)],
    ["a later time", intoPg(6 * MINUTE)],
  ])("with %s belongs to no operation", (_what, other) => {
    expect(owners([other], [op("transfer", "transfer", INTO_PG, 0)])).toEqual([null]);
  });

  test("of equal operations belongs to the oldest that has none, one row for each", () => {
    const ops = [op("first", "transfer", INTO_PG, 0), op("second", "transfer", INTO_PG, MINUTE)];
    expect(owners([intoPg(MINUTE), intoPg(0)], ops)).toEqual(["second", "first"]);
    expect(owners([intoPg(MINUTE)], ops)).toEqual(["second"]);
    // Created in the time of neither.
    expect(owners([intoPg(30 * SECOND)], ops)).toEqual(["first"]);
    expect(owners([intoPg(3 * MINUTE), intoPg(MINUTE), intoPg(0)], ops)).toEqual([null, "second", "first"]);
  });

  test("that is equal to one of an older operation is not taken twice", () => {
    const [first, second] = [op("first", "transfer", INTO_PG, 0), op("second", "transfer", INTO_PG, MINUTE)];
    const mark = `transfer wallet PG ${100_00} ${START}`;
    const booked = { ...first, rows: [{ mark, leg: 0, status: "SUCCESS" as const, amount: 100_00 }] };
    expect(owners([intoPg(0)], [booked, second])).toEqual(["first"]);
    expect(owners([intoPg(0), intoPg(0)], [booked, second])).toEqual(["second", "first"]);
  });

  test("belongs to an operation that was settled minutes later", () => {
    const settled = op("settled", "transfer", INTO_PG, 0, 8 * MINUTE);
    const next = op("next", "transfer", INTO_PG, 8 * MINUTE + SECOND);
    expect(owners([intoPg(8 * MINUTE + 2 * SECOND), intoPg(SECOND)], [settled, next])).toEqual(["next", "settled"]);
  });

  test("of a transfer between two games is one of two", () => {
    const ops = [op("between", "transfer", { from: "JOKER", to: "PG", amount: 100_00 }, 0)];
    expect(owners([intoPg(0), row("transfer", "JOKER", "wallet", 100_00, 0)], ops)).toEqual(["between", "between"]);
  });

  test("of a QR's deposit belongs to the QR of its bank and amount that was made before it, one to each", () => {
    const made = (id: string, bankCode: string, amount: number, at: number) =>
      op(id, "createQr", { bankCode, amount }, at);
    const paid = (at: number) => row("deposit", "KBANK", "wallet", 100_00, at);
    const qr = made("qr", "KBANK", 100_00, 0);
    expect(owners([paid(2 * MINUTE)], [qr])).toEqual(["qr"]);
    expect(owners([paid(9 * MINUTE), paid(2 * MINUTE)], [qr])).toEqual([null, "qr"]);
    expect(owners([paid(9 * MINUTE), paid(2 * MINUTE)], [qr, made("next", "KBANK", 100_00, 8 * MINUTE)])).toEqual([
      "next",
      "qr",
    ]);
    for (const other of [
      made("qr", "SCB", 100_00, 0),
      made("qr", "KBANK", 99_00, 0),
      made("qr", "KBANK", 100_00, 3 * MINUTE),
      made("qr", "KBANK", 100_00, -60 * MINUTE),
      { ...qr, state: "rejected" as const },
    ])
      expect(owners([paid(2 * MINUTE)], [other])).toEqual([null]);
  });

  test("that collects a game's money belongs to the operation that collected it", () => {
    const gathered = ["PG", "JOKER"].map((game, at) => row("transfer", game, "wallet", 100_00 + at, SECOND));
    expect(owners(gathered, [op("all", "transferAll", { to: "wallet" }, 0)])).toEqual(["all", "all"]);
    const withdrawal = row("withdraw", "wallet", "KBANK", 500_00, SECOND);
    const ops = [op("withdrawal", "withdrawAll", { amount: 500_00 }, 0)];
    expect(owners([withdrawal, ...gathered], ops)).toEqual(["withdrawal", "withdrawal", "withdrawal"]);
  });
});

describe('a row that says "failed"', () => {
  const refused = (id: string, at: number, state: OpRecord["state"] = "rejected") => ({
    ...op(id, "transfer", INTO_PG, at),
    state,
  });
  const failed = (at: number, one = intoPg(at)) => ({ ...one, status: "FAILED" as const });

  test("belongs to the operation that was refused when it was created", () => {
    expect(owners([failed(SECOND)], [refused("refused", 0)])).toEqual(["refused"]);
    const withdrawal = { ...op("bank", "withdraw", { amount: 500_00 }, 0), state: "rejected" as const };
    expect(owners([failed(0, row("withdraw", "wallet", "KBANK", 500_00, 0))], [withdrawal])).toEqual(["bank"]);
    const between = { ...op("between", "transfer", { from: "JOKER", to: "PG", amount: 100_00 }, 0) };
    const rejected = { ...between, state: "rejected" as const };
    expect(owners([failed(1), row("transfer", "JOKER", "wallet", 100_00, 0)], [rejected])).toEqual([
      "between",
      "between",
    ]);
  });

  test("is not of an operation with another amount, account, kind or time, or that nobody refused", () => {
    const ops = [refused("refused", 0)];
    for (const other of [
      row("transfer", "wallet", "PG", 99_00, 0),
      row("transfer", "wallet", "JOKER", 100_00, 0),
      row("withdraw", "wallet", "PG", 100_00, 0),
      intoPg(MINUTE),
      intoPg(-MINUTE),
    ])
      expect(owners([failed(0, other)], ops)).toEqual([null]);
    expect(owners([intoPg(0)], ops)).toEqual([null]);
    expect(owners([failed(0)], [refused("refused", 0, "done")])).toEqual([null]);
  });

  test("is one to each of equal operations, by their times", () => {
    const ops = [refused("first", 0), refused("second", MINUTE)];
    expect(owners([failed(MINUTE), failed(0)], ops)).toEqual(["second", "first"]);
    expect(owners([failed(MINUTE)], ops)).toEqual(["second"]);
    expect(owners([failed(1), failed(0)], [refused("refused", 0)])).toEqual([null, "refused"]);
  });

  test("has no owner where its time does not tell, or where it may be of one that is still open", () => {
    const slack = 5 * MINUTE;
    const wide = (one: OpRecord) => ({ ...one, base: { ...one.base, slack } });
    const ops = [wide(refused("first", 0)), wide(refused("second", MINUTE))];
    expect(owners([failed(30 * SECOND)], ops)).toEqual([null]);
    expect(owners([failed(2)], [refused("open", 0, "unknown"), refused("refused", 1)])).toEqual([null]);
  });
});
