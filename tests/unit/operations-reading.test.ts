/** How much of the statement is read, and how long its rows take to appear. */
import { describe, expect, test } from "vitest";
import { systemClock } from "../../server/operations/clock";
import type { Core } from "../../server/operations/core";
import { createLagMeter } from "../../server/operations/lag";
import type { OperatorPort } from "../../server/operations/port";
import { newestRows, rowsSince, rowsTowards } from "../../server/operations/read-rows";
import { ALL_RULES, TIMINGS } from "../../server/operations/rules";
import type { StatementRow } from "../../server/operator/contract/statement";
import { SENT_AT } from "../support/sent-op";

const SECOND = 1_000;
const AUTH = { token: "token" };

/** `count` rows, newest first, a second apart. */
const rowsOf = (count: number): StatementRow[] =>
  Array.from({ length: count }, (_, at) => ({
    statementType: "deposit",
    status: "SUCCESS",
    from: "KBANK",
    to: "wallet",
    amount: 100_00,
    createdAt: new Date(SENT_AT - at * SECOND),
  }));

interface Habits {
  /** Rows on a page at most, whatever is asked for. */
  pageRows?: number;
  total?: number | null;
  unread?: number;
  /** Rows that appear between two pages. */
  growing?: number;
}

/** An operator with this statement, and the pages that were asked for. */
function operatorWith(rows: StatementRow[], { pageRows = 100, unread = 0, growing = 0, ...more }: Habits = {}) {
  const asked: [page: number, limit: number][] = [];
  const statement: OperatorPort["statement"] = async (_auth, page, limit) => {
    asked.push([page, limit]);
    const size = Math.min(limit, pageRows);
    const start = Math.max(0, (page - 1) * size - growing * (page - 1));
    const total = more.total === undefined ? rows.length : more.total;
    return { rows: rows.slice(start, start + size), total, unread };
  };
  const core = { operator: { statement }, clock: systemClock, timings: TIMINGS, rules: ALL_RULES } as unknown as Core;
  return { core, asked };
}

const secondsBack = (rows: StatementRow[] | null) =>
  rows?.map(({ createdAt }) => (SENT_AT - createdAt.getTime()) / SECOND);
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

describe("the newest rows", () => {
  test("are read at once if the operator shows as many as it is asked for", async () => {
    const { core, asked } = operatorWith(rowsOf(50));
    expect(await newestRows(core, AUTH, 30)).toHaveLength(30);
    expect(asked).toEqual([[1, 30]]);
  });

  test("are read page by page if it shows fewer, until there are enough", async () => {
    const { core, asked } = operatorWith(rowsOf(50), { pageRows: 10 });
    expect(secondsBack(await newestRows(core, AUTH, 25))).toEqual(upTo(30));
    expect(asked).toEqual([
      [1, 25],
      [2, 25],
      [3, 25],
    ]);
  });

  test("end where the total says, or with a page that is not full if there is none", async () => {
    const told = operatorWith(rowsOf(12), { pageRows: 10 });
    expect(await newestRows(told.core, AUTH, 30)).toHaveLength(12);
    expect(told.asked).toHaveLength(2);
    const untold = operatorWith(rowsOf(12), { total: null });
    expect(await newestRows(untold.core, AUTH, 30)).toHaveLength(12);
    expect(untold.asked).toHaveLength(1);
    const exact = operatorWith(rowsOf(10), { pageRows: 10, total: 10 });
    expect(await newestRows(exact.core, AUTH, 30)).toHaveLength(10);
    expect(exact.asked).toHaveLength(1);
  });

  test("do not end with a full page if there is no total", async () => {
    expect(await rowsSince(operatorWith(rowsOf(150), { total: null }).core, AUTH, null)).toHaveLength(150);
    expect(await rowsSince(operatorWith(rowsOf(200), { total: null }).core, AUTH, null)).toHaveLength(200);
  });

  test("end with an empty page, whatever the total says", async () => {
    const { core } = operatorWith(rowsOf(10), { pageRows: 10, total: 99 });
    expect(await newestRows(core, AUTH, 30)).toHaveLength(10);
  });

  test("are not doubled when new rows move old ones to the next page", async () => {
    const { core } = operatorWith(rowsOf(20), { pageRows: 10, growing: 3 });
    expect(secondsBack(await newestRows(core, AUTH, 20))).toEqual(upTo(20));
  });

  test("are not known if one cannot be read, if pages repeat, or after ten pages", async () => {
    expect(await newestRows(operatorWith(rowsOf(9), { unread: 1 }).core, AUTH, 30)).toBeNull();
    const stuck = operatorWith(rowsOf(20), { pageRows: 10, growing: 10 });
    expect(await newestRows(stuck.core, AUTH, 20)).toBeNull();
    expect(stuck.asked).toHaveLength(2);
    const long = operatorWith(rowsOf(99), { pageRows: 5 });
    expect(await newestRows(long.core, AUTH, 99)).toBeNull();
    expect(long.asked).toHaveLength(10);
    expect(await newestRows(operatorWith(rowsOf(99), { pageRows: 5 }).core, AUTH, 50)).toHaveLength(50);
  });
});

describe("the rows since a time", () => {
  test("are those after it, not at it", async () => {
    const { core } = operatorWith(rowsOf(9));
    expect(secondsBack(await rowsSince(core, AUTH, SENT_AT - 3 * SECOND))).toEqual(upTo(3));
    expect(await rowsSince(core, AUTH, SENT_AT)).toEqual([]);
  });

  test("need no further page once one reaches back to it", async () => {
    const { core, asked } = operatorWith(rowsOf(99), { pageRows: 10 });
    expect(await rowsSince(core, AUTH, SENT_AT - 19 * SECOND)).toHaveLength(19);
    expect(asked).toEqual([
      [1, 100],
      [2, 100],
    ]);
  });

  test("are all rows if there is no such time, and none if there are no rows", async () => {
    expect(await rowsSince(operatorWith(rowsOf(120)).core, AUTH, null)).toHaveLength(120);
    expect(await rowsSince(operatorWith([]).core, AUTH, SENT_AT)).toEqual([]);
    expect(await rowsSince(operatorWith([]).core, AUTH, null)).toEqual([]);
  });

  test("as far as they can be read, also end before a page of rows that are equal to those before", async () => {
    const [newest] = rowsOf(1);
    const { core } = operatorWith([newest!, ...Array<StatementRow>(25).fill(rowsOf(2)[1]!), ...rowsOf(9)], {
      pageRows: 10,
    });
    expect(secondsBack(await rowsTowards(core, AUTH, SENT_AT - 8 * SECOND))?.slice(0, 2)).toEqual([0, 1]);
    expect(await rowsSince(core, AUTH, SENT_AT - 8 * SECOND)).toBeNull();
  });

  test("are not known if the pages do not reach back that far", async () => {
    expect(await rowsSince(operatorWith(rowsOf(99), { pageRows: 5 }).core, AUTH, 0)).toBeNull();
    expect(await rowsSince(operatorWith(rowsOf(9), { unread: 1 }).core, AUTH, 0)).toBeNull();
  });
});

describe("not done is concluded", () => {
  const meter = (lag: () => Promise<number | null>, rules = ALL_RULES) =>
    createLagMeter({
      store: { lag },
      timings: TIMINGS,
      rules,
      clock: systemClock,
      elapsed: () => 0,
    } as unknown as Core);
  const waits = (longest: number | null, rules = ALL_RULES) => meter(async () => longest, rules).quietMs();

  test("after the longest late execution and twice the longest lag, of two minutes at least", async () => {
    expect(await waits(null)).toBe(240 * SECOND + 120 * SECOND);
    expect(await waits(60 * SECOND)).toBe(240 * SECOND + 120 * SECOND);
    expect(await waits(60 * SECOND + 1)).toBe(240 * SECOND + 120 * SECOND + 2);
    expect(await waits(300 * SECOND)).toBe(240 * SECOND + 600 * SECOND);
  });

  test("after the lag that another process has seen just now", async () => {
    let longest = 60 * SECOND;
    const { quietMs } = meter(async () => longest);
    expect(await quietMs()).toBe(360 * SECOND);
    longest = 300 * SECOND;
    expect(await quietMs()).toBe(840 * SECOND);
  });

  test("sooner only in the simulation, where the rules can be switched off", async () => {
    expect(await waits(300 * SECOND, { ...ALL_RULES, lag: false })).toBe(240 * SECOND);
    expect(await waits(300 * SECOND, { ...ALL_RULES, quiet: false })).toBe(0);
  });
});
