/** Whether the rows since a baseline explain that the balance of an account has changed. */
import { describe, expect, test } from "vitest";
import { explained } from "../../server/operations/balances";
import type { Ledger } from "../../server/operations/balances";
import { marked } from "../../server/operations/rows";
import type { StatementRow } from "../../server/operator/contract/statement";
import { SENT_AT, sentOp } from "../support/sent-op";

const SLACK = 2_000;
const LATER = SENT_AT + SLACK + 1;
const EARLIER = SENT_AT - SLACK - 1;

const row = (at: number, amount: number, more: Partial<StatementRow> = {}): StatementRow => ({
  statementType: "deposit",
  status: "SUCCESS",
  from: "KBANK",
  to: "wallet",
  amount,
  createdAt: new Date(at),
  ...more,
});
const open = (at: number, more: Partial<StatementRow> = {}) =>
  row(at, 70_00, { statementType: "transfer", from: "wallet", to: "PG", status: "PENDING", ...more });

/** The changes among `candidates` that the rows (newest first) explain. */
function changes(
  rows: StatementRow[],
  candidates: number[],
  { own = [], earlier = [], seen = [] }: { own?: number[]; earlier?: number[]; seen?: string[] } = {},
) {
  const named = marked(rows);
  const marks = (places: number[]) => new Set(places.map((at) => named[at]!.mark));
  const base = sentOp({ base: { slack: SLACK, seen } }).base;
  const ledger: Ledger = { base, rows: named, own: marks(own), earlier: marks(earlier) };
  return candidates.filter((change) => explained(ledger, "wallet", change));
}
const markOf = (one: StatementRow) => marked([one])[0]!.mark;

describe("an account has changed by", () => {
  test("nothing if there are no rows, and by nothing else", () => {
    expect(changes([], [-1, 0, 1])).toEqual([0]);
  });

  test("the sum of all rows after the baseline, and no part of it", () => {
    expect(changes([row(LATER, 30_00), row(LATER, 20_00)], [0, 20_00, 30_00, 50_00])).toEqual([50_00]);
  });

  test("nothing for rows before the baseline", () => {
    expect(changes([row(EARLIER, 30_00)], [0, 30_00])).toEqual([0]);
  });

  test.each([
    ["the last moment before it", SENT_AT - SLACK],
    ["the moment itself", SENT_AT],
    ["the last moment after it", SENT_AT + SLACK],
  ])("something or nothing for a row of about the time of the baseline: %s", (_when, at) => {
    expect(changes([row(at, 30_00)], [0, 15_00, 30_00])).toEqual([0, 30_00]);
  });

  test("any sum of several rows of about that time", () => {
    const rows = [row(SENT_AT, 30_00), row(SENT_AT, 20_00)];
    expect(changes(rows, [0, 10_00, 20_00, 30_00, 50_00])).toEqual([0, 20_00, 30_00, 50_00]);
  });

  test("the whole amount of the operation's own row, whenever it was created", () => {
    for (const at of [EARLIER, SENT_AT, LATER])
      expect(changes([row(at, 30_00)], [0, 30_00], { own: [0] })).toEqual([30_00]);
  });

  test("nothing for a row that the baseline had seen", () => {
    const known = row(LATER, 30_00);
    expect(changes([known], [0, 30_00], { seen: [markOf(known)] })).toEqual([0]);
  });

  test("the difference, if a row was still open in the baseline and has ended since", () => {
    const paid = row(SENT_AT, 30_00);
    const returned = row(SENT_AT, 30_00, { statementType: "withdraw", status: "FAILED" });
    expect(changes([paid], [0, 30_00], { seen: [`${markOf(paid)}?`] })).toEqual([30_00]);
    expect(changes([returned], [-30_00, 0, 30_00], { seen: [`${markOf(returned)}?`] })).toEqual([30_00]);
  });

  test("something or nothing for a transfer that was open in the baseline: it may have moved already", () => {
    const moved = open(SENT_AT, { status: "SUCCESS" });
    expect(changes([moved], [-70_00, 0, 70_00], { seen: [`${markOf(moved)}?`] })).toEqual([-70_00, 0]);
  });

  test("nothing for a row of an earlier operation, or by what its end has changed", () => {
    const withdrawn = row(LATER, 30_00, { statementType: "withdraw" });
    expect(changes([withdrawn], [-30_00, 0, 30_00], { earlier: [0] })).toEqual([0]);
    const returned = { ...withdrawn, status: "FAILED" as const };
    expect(changes([returned], [-30_00, 0, 30_00], { earlier: [0] })).toEqual([0, 30_00]);
    expect(changes([row(LATER, 30_00)], [-30_00, 0, 30_00], { earlier: [0] })).toEqual([0, 30_00]);
    expect(changes([open(LATER)], [-70_00, 0, 70_00], { earlier: [0] })).toEqual([0]);
  });
});

describe("nothing is explained", () => {
  const all = [-70_00, 0, 70_00];

  test("by a transfer whose result is open, unless it is older than the baseline or of other accounts", () => {
    expect(changes([open(LATER)], all)).toEqual([]);
    expect(changes([open(SENT_AT)], all)).toEqual([]);
    expect(changes([open(SENT_AT)], all, { seen: [`${markOf(open(SENT_AT))}?`] })).toEqual([]);
    expect(changes([open(EARLIER)], all)).toEqual([0]);
    expect(changes([open(EARLIER)], all, { own: [0] })).toEqual([]);
    expect(changes([open(LATER, { from: "JOKER" })], all)).toEqual([0]);
  });

  test("by more possible sums than can mean anything", () => {
    const doubtful = (count: number) => Array.from({ length: count }, (_, at) => row(SENT_AT, 2 ** at));
    expect(changes(doubtful(9), [511, 512])).toEqual([511]);
    expect(changes(doubtful(10), [511, 512])).toEqual([]);
  });
});
