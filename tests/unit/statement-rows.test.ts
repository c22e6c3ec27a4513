/** Reading a statement page by page while it changes: every movement must appear exactly once. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StatementRow } from "../../server/operator/contract/statement";
import { collectRows, PAGE_ROWS } from "../../server/statement/rows";

const NOW = Date.parse("2025-11-20T12:00:00Z");
const MINUTE = 60_000;

const row = (number: number, more: Partial<StatementRow> = {}): StatementRow => ({
  statementType: "deposit",
  status: "SUCCESS",
  from: "KBANK",
  to: "wallet",
  // Neighbouring rows are identical, to the millisecond: only their position differs.
  amount: Math.floor(number / 2),
  createdAt: new Date(NOW - 10_000 * MINUTE + Math.floor(number / 2) * MINUTE),
  ...more,
});

/** An operator with a statement, newest row first. */
function operator(count: number) {
  const rows = Array.from({ length: count }, (_, index) => row(index)).reverse();
  return {
    rows,
    come: (coming: number) => {
      for (let left = coming; left > 0; left -= 1) rows.unshift(row(rows.length));
    },
    page: (page: number, limit = PAGE_ROWS) => ({
      total: rows.length,
      statements: rows.slice((page - 1) * limit, page * limit),
      unread: 0,
      unreadAt: [] as readonly number[],
    }),
  };
}

/** Reads like the reader; `between` runs after each page. Returns the rows and the pages read. */
function readAll(
  source: ReturnType<typeof operator>,
  rows = collectRows(),
  { since = -Infinity, between = () => {} }: { since?: number; between?: (call: number) => void } = {},
) {
  const asked: number[] = [];
  let page: number | undefined = 1;
  while (page !== undefined && asked.length < 200) {
    asked.push(page);
    const steady: boolean = rows.add(page, source.page(page, rows.limit()));
    between(asked.length);
    page = steady || page === 1 ? rows.next(page, since, NOW)?.page : 1;
  }
  return { rows, asked };
}

describe("rows of a statement", () => {
  test("an unchanged statement is read page by page, each once", () => {
    const source = operator(250);
    const { rows, asked } = readAll(source);
    expect(asked).toEqual([1, 2, 3]);
    expect(rows.list()).toEqual(source.rows);
  });

  test("an empty statement takes one call", () => {
    const { rows, asked } = readAll(operator(0));
    expect([asked, rows.list(), rows.total()]).toEqual([[1], [], 0]);
  });

  test("new rows during reading cause no missing and no duplicate rows", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 900 }),
        fc.array(fc.integer({ min: 0, max: 130 }), { maxLength: 12 }),
        (count, arrivals) => {
          const source = operator(count);
          const between = (call: number) => source.come(arrivals[call - 1] ?? 0);
          const { rows } = readAll(source, collectRows(), { between });
          // Rows that arrived after the first page are found by the next reading.
          expect(readAll(source, rows).rows.list()).toEqual(source.rows);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("the next reading reads only the first page and those with pending movements", () => {
    const source = operator(500);
    source.rows[320] = row(0, { ...source.rows[320], status: "PENDING" });
    const { rows } = readAll(source);
    source.rows[320] = { ...source.rows[320]!, status: "SUCCESS" };
    source.come(2);
    const again = readAll(source, rows);
    expect(again.asked).toEqual([1, 4]);
    expect(rows.list()).toEqual(source.rows);
    expect(readAll(source, rows).asked).toEqual([1]);
  });

  test("movements pending for more than a week are not read again", () => {
    const source = operator(300);
    const createdAt = new Date(NOW - 8 * 24 * 60 * MINUTE);
    source.rows[250] = { ...source.rows[250]!, status: "PENDING", createdAt };
    const { rows } = readAll(source);
    expect(readAll(source, rows).asked).toEqual([1]);
  });

  test("pages are read as far back as the period needs", () => {
    const source = operator(1_000);
    const since = source.rows[150]!.createdAt.getTime();
    const { rows, asked } = readAll(source, collectRows(), { since });
    expect(asked).toEqual([1, 2]);
    expect(rows.list()).toEqual(source.rows.slice(0, 200));
  });

  test("a row that appears among older ones, or disappears, restarts the reading", () => {
    const source = operator(300);
    const { rows } = readAll(source);
    source.rows.splice(50, 0, row(7, { amount: 4242 }));
    expect(readAll(source, rows).rows.list()).toEqual(source.rows);
    source.rows.splice(20, 1);
    expect(readAll(source, rows).rows.list()).toEqual(source.rows);
    source.rows.pop();
    source.come(1);
    expect(readAll(source, rows).rows.list()).toEqual(source.rows);
  });

  test.each([
    ["type", { statementType: "withdraw" }],
    ["amount", { amount: 4242 }],
    ["sender", { from: "SCB" }],
    ["receiver", { to: "PG" }],
    ["time", { createdAt: new Date(NOW - MINUTE) }],
  ] as const)("a row that differs in its %s is another row, so the reading starts again", (_, change) => {
    const source = operator(150);
    const { rows } = readAll(source);
    source.rows[120] = { ...source.rows[120]!, ...change };
    expect(rows.add(2, source.page(2))).toBe(false);
    expect(rows.size()).toBe(50);
  });

  test("a row whose status has changed is the same row", () => {
    const source = operator(150);
    const { rows } = readAll(source);
    source.rows[120] = { ...source.rows[120]!, status: "FAILED" };
    expect(rows.add(2, source.page(2))).toBe(true);
    expect(rows.list()).toEqual(source.rows);
  });

  test("a statement that has become shorter is another one, even if the rows that were read again are the same", () => {
    // Each row is like its neighbours, so only the total tells.
    const alike = Array.from({ length: 150 }, () => row(0));
    const pageOf = (total: number) => ({ total, statements: alike.slice(0, 100), unread: 0, unreadAt: [] });
    const rows = collectRows();
    expect(rows.add(1, pageOf(150))).toBe(true);
    expect(rows.add(1, pageOf(149))).toBe(false);
    expect([rows.total(), rows.size()]).toEqual([149, 100]);
  });

  test("rows that could not be read keep their places and are counted, wherever they are", () => {
    const odd = fc.uniqueArray(fc.integer({ min: 0, max: 249 }), { maxLength: 250 });
    fc.assert(
      fc.property(odd, fc.integer({ min: 0, max: 250 }), (places, coming) => {
        const source = operator(250);
        const unreadable = new Set(places.map((place) => source.rows[place]));
        const readable = () => source.rows.filter((row) => !unreadable.has(row));
        const page = (number: number, limit?: number) => {
          const { total, statements } = source.page(number, limit);
          const unreadAt = [...statements.keys()].filter((place) => unreadable.has(statements[place]));
          const read = statements.filter((row) => !unreadable.has(row));
          return { total, statements: read, unread: unreadAt.length, unreadAt };
        };
        const { rows } = readAll({ ...source, page });
        expect([rows.list(), rows.unread()]).toEqual([readable(), places.length]);
        source.come(coming);
        expect(readAll({ ...source, page }, rows).rows.list()).toEqual(readable());
      }),
      { numRuns: 40 },
    );
  });

  test("an operator that returns fewer rows per page is read completely", () => {
    const source = operator(130);
    const capped = { ...source, page: (page: number, limit?: number) => source.page(page, Math.min(limit ?? 25, 25)) };
    expect(readAll(capped).rows.list()).toEqual(source.rows);
  });

  test("at most fifty pages are read", () => {
    const source = operator(5_400);
    const { rows, asked } = readAll(source);
    expect(asked).toHaveLength(50);
    expect(rows.list()).toEqual(source.rows.slice(0, 5_000));
  });
});
