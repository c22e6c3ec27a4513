/** The statement's filter, sums, coverage and CSV file. */
import { describe, expect, test } from "vitest";
import { translator } from "../../app/i18n";
import { dayOf, formatDateTime, isoTime } from "../../app/lib/dates";
import { startOfDay } from "../../app/lib/start-of-day";
import { coverageOf, coverageText } from "../../app/features/statement/coverage";
import { filterQuery, filterRows, periods, readFilter } from "../../app/features/statement/filter";
import { sumUp } from "../../app/features/statement/sums";
import { cell, statementCsv } from "../../app/routes/user.statement_.csv/table";
import type { StatementRow } from "../../server/operator/contract/statement";

const ZONE = "Asia/Bangkok" as const;

const row = (createdAt: string, more: Partial<StatementRow> = {}): StatementRow => ({
  statementType: "deposit",
  status: "SUCCESS",
  from: "KBANK",
  to: "wallet",
  amount: 100_00,
  createdAt: new Date(createdAt),
  ...more,
});

const filterOf = (query: string) => readFilter(new URLSearchParams(query));

describe("days", () => {
  test("a day goes from midnight to midnight in the market's zone", () => {
    const rows = [
      row("2025-11-20T17:00:00.000Z"),
      row("2025-11-20T16:59:59.999Z"),
      row("2025-11-19T17:00:00.000Z"),
      row("2025-11-19T16:59:59.999Z"),
    ];
    const found = filterRows(rows, filterOf("from=2025-11-20&to=2025-11-20").filter, ZONE);
    expect(found).toEqual(rows.slice(1, 3));
  });

  test("either end may be open, and both ends are inclusive", () => {
    const rows = ["2025-11-21", "2025-11-20", "2025-11-19"].map((day) => row(`${day}T05:00:00Z`));
    expect(filterRows(rows, filterOf("from=2025-11-20").filter, ZONE)).toEqual(rows.slice(0, 2));
    expect(filterRows(rows, filterOf("to=2025-11-20").filter, ZONE)).toEqual(rows.slice(1));
  });

  test("swapped ends are corrected", () => {
    expect(filterOf("from=2025-11-20&to=2025-11-01").filter).toMatchObject({ from: "2025-11-01", to: "2025-11-20" });
  });

  test.each([
    ["2025-11-05", "2025-11-05"],
    ["05/11/2025", "2025-11-05"],
    ["5.11.2568", "2025-11-05"],
    ["๐๕/๑๑/๒๕๖๘", "2025-11-05"],
    ["໐໕/໑໑/໒໐໒໕", "2025-11-05"],
  ])("%s is a day", (typed, day) => {
    expect(filterOf(`from=${typed}`)).toEqual({ filter: { type: null, from: day, to: null }, wrong: {} });
  });

  test.each(["2025-02-30", "31/11/2025", "yesterday", "2025", "1/1/25", "0001-01-01"])("%s is not a day", (typed) => {
    expect(filterOf(`to=${typed}`)).toEqual({ filter: { type: null, from: null, to: null }, wrong: { to: typed } });
  });

  test("periods follow the market's calendar", () => {
    // In the market's zone it is already 1 March, in UTC still 29 February.
    expect(periods(Date.parse("2024-02-29T17:30:00Z"), ZONE)).toEqual([
      { text: "statement:thisMonth", from: "2024-03-01", to: "2024-03-01" },
      { text: "statement:lastMonth", from: "2024-02-01", to: "2024-02-29" },
      { text: "statement:lastDays", from: "2024-02-24", to: "2024-03-01" },
    ]);
  });

  test("times are formatted in the market's zone, with Gregorian years", () => {
    const at = "2025-12-31T17:00:00.000Z";
    expect(formatDateTime(at, ZONE)).toBe("01/01/2026 00:00:00");
    expect(isoTime(at, "Asia/Vientiane")).toBe("2026-01-01T00:00:00+07:00");
    expect(startOfDay(dayOf(at, ZONE), ZONE)).toBe(Date.parse(at));
  });
});

describe("filter", () => {
  test("finds only the chosen type; an unknown one means any", () => {
    const rows = [row("2025-11-20T05:00:00Z"), row("2025-11-20T04:00:00Z", { statementType: "withdraw" })];
    expect(filterRows(rows, filterOf("type=withdraw").filter, ZONE)).toEqual(rows.slice(1));
    expect(filterRows(rows, filterOf("type=other").filter, ZONE)).toEqual(rows);
  });

  test("its query contains only what was chosen", () => {
    const { filter } = filterOf("type=bonus&from=&to=2025-11-20&page=7");
    expect(filterQuery(filter)).toBe("?type=bonus&to=2025-11-20");
    expect(filterQuery(filter, 2)).toBe("?type=bonus&to=2025-11-20&page=2");
    expect(filterQuery(filterOf("").filter)).toBe("");
  });
});

describe("sums", () => {
  test("count successful deposits and withdrawals, bonuses separately, and no transfers", () => {
    const at = "2025-11-20T05:00:00Z";
    const rows = [
      row(at, { amount: 500_25 }),
      row(at, { amount: 1_00, status: "PENDING" }),
      row(at, { amount: 2_00, status: "FAILED" }),
      row(at, { statementType: "withdraw", amount: 700_50 }),
      row(at, { statementType: "withdraw", amount: 4_00, status: "PENDING" }),
      row(at, { statementType: "bonus", amount: 250_00, from: null }),
      row(at, { statementType: "finish_bonus", amount: 999_00 }),
      row(at, { statementType: "transfer", amount: 300_00, from: "wallet", to: "PG" }),
    ];
    expect(sumUp(rows)).toEqual({ in: 500_25, out: 700_50, bonus: 250_00 });
  });
});

describe("coverage", () => {
  const rows = [row("2025-11-20T05:00:00Z"), row("2025-11-01T17:00:00Z")];
  const text = (total: number, since?: number) =>
    coverageText(coverageOf({ state: "done", rows, unread: 0, total }, since), translator("en"), ZONE);

  test("gives the counts and the oldest day", () =>
    expect(text(2)).toBe("2 of 2 transactions read, the oldest of 02/11/2025."));

  test("says that support has older transactions if not all were read", () =>
    expect(text(5_432)).toMatch(/^2 of 5,432 transactions read, the oldest of 02\/11\/2025\. Support/));

  test("does not mention older transactions outside the period", () =>
    expect(text(5_432, Date.parse("2025-11-10T00:00:00Z"))).not.toContain("Support"));
});

describe("file", () => {
  const options = {
    t: translator("en"),
    locale: "en" as const,
    games: { PG: "PG Soft" },
    zone: ZONE,
    currency: "BAHT" as const,
    coverage: "3 of 3 transactions read, the oldest of 02/11/2025.",
  };

  test("has the zone, signs, translated words, and the coverage in its last line", () => {
    const rows = [
      row("2025-11-20T05:00:00Z", { statementType: "withdraw", status: "PENDING", from: "wallet", to: "KBANK" }),
      row("2025-11-19T17:00:00Z", { statementType: "transfer", from: "wallet", to: "PG", amount: 1_234_50 }),
      row("2025-11-18T05:00:00Z", {
        statementType: "bonus",
        from: null,
        to: "wallet",
        bonus: { description: '<b>=HYPERLINK("http://x.example","Win")</b>, now' },
      }),
    ];
    const lines = statementCsv(rows, options).split("\r\n");
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe(
      '\ufeff"Date and time (Asia/Bangkok, UTC+07:00)",Type,Description,From,To,Amount,Currency,Status',
    );
    expect(lines[1]).toMatch(
      /^2025-11-20 12:00:00,Withdrawal,Withdrawal to .+,Main wallet,.+,-100\.00,BAHT,In progress$/,
    );
    expect(lines[2]).toBe(
      "2025-11-20 00:00:00,Transfer,Main wallet → PG Soft,Main wallet,PG Soft,1234.50,BAHT,Success",
    );
    expect(lines[3]).toContain(
      ',"Bonus · =HYPERLINK(""http://x.example"",""Win"") , now",,Main wallet,+100.00,BAHT,Success',
    );
    expect(lines[4]).toBe('"# 3 of 3 transactions read, the oldest of 02/11/2025."');
    expect(lines[5]).toBe("");
  });

  test("a negative amount is a negative number, whatever its kind", () => {
    const kinds = ["withdraw", "deposit", "transfer"] as const;
    const rows = kinds.map((statementType) => row("2025-11-20T05:00:00Z", { statementType, amount: -1_50 }));
    const lines = statementCsv(rows, options).split("\r\n").slice(1, 4);
    for (const line of lines) expect(line).toContain(",-1.50,BAHT,");
  });

  test.each(["=1+1", "+66", "-2+3", "@SUM(A1)", " =1", "\t=1", "＝1"])("%j is a text, not a formula", (text) =>
    expect(cell(text)).toBe(`'${text}`),
  );

  test.each([
    ['say "hi"', '"say ""hi"""'],
    ["a,b", '"a,b"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["=1,2", '"\'=1,2"'],
    ["plain → text", "plain → text"],
  ])("%j is escaped as %j", (text, written) => expect(cell(text)).toBe(written));
});
