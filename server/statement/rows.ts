import type { endpoints } from "../operator/contract";
import type { StatementRow } from "../operator/contract/statement";
import type { Output } from "../operator/endpoint";

type Page = Output<(typeof endpoints)["listStatements"]>;

/** The operator's maximum page size, and how many pages of one statement are read at most. */
export const PAGE_ROWS = 100;
const MAX_PAGES = 50;

/** A movement still pending after this long is not read again. */
const SETTLED_WITHIN_MS = 7 * 24 * 60 * 60_000;

export interface StatementRows {
  /** Page size for the next request. */
  limit(): number;
  total(): number;
  /** All rows read so far, newest first. */
  list(): StatementRow[];
  size(): number;
  /** Adds a page. False if the statement changed in any way but growing; then all earlier rows are dropped. */
  add(page: number, answer: Page): boolean;
  /**
   * The page to read after page `after`, or null if every movement since `since` (epoch milliseconds) is up to date.
   * `knownTo`: everything at or after this moment (epoch milliseconds) has been read.
   */
  next(after: number, since: number, now: number): { page: number; knownTo: number } | null;
}

/**
 * Collects the rows of one statement page by page. Rows have no id, and they move down as newer ones arrive, so each is
 * identified by its position counted from the oldest: `total` minus its offset. So a row that is read twice is stored
 * once, and two rows that look the same stay two.
 */
export function collectRows(): StatementRows {
  const rows = new Map<number, StatementRow>();
  let total = 0;
  let limit = PAGE_ROWS;

  const lowest = () => Math.max(1, total - MAX_PAGES * limit + 1);

  return {
    limit: () => limit,
    total: () => total,
    size: () => rows.size,
    list: () => [...rows].sort(([one], [other]) => other - one).map(([, row]) => row),
    add(page, answer) {
      const { statements } = answer;
      const top = answer.total - (page - 1) * limit;
      const steady =
        answer.total >= total &&
        statements.every((row, index) => {
          const known = rows.get(top - index);
          return !known || isSame(known, row);
        });
      if (!steady) rows.clear();
      total = answer.total;
      statements.forEach((row, index) => top - index > 0 && rows.set(top - index, row));
      // An operator may return fewer rows than requested; then its pages have that size.
      if (page === 1 && statements.length > 0 && statements.length < Math.min(limit, total)) limit = statements.length;
      return steady;
    },
    next(after, since, now) {
      const next = total - after * limit;
      if ((rows.get(next + 1)?.createdAt.getTime() ?? Infinity) < since) return null;
      for (let place = next; place >= lowest(); place -= 1) {
        const row = rows.get(place);
        const at = row?.createdAt.getTime() ?? Infinity;
        if (at < since) return null;
        if (row && (row.status !== "PENDING" || at < now - SETTLED_WITHIN_MS)) continue;
        const newer = rows.get(place + 1);
        const page = Math.floor((total - place) / limit) + 1;
        return { page, knownTo: newer ? newer.createdAt.getTime() + 1 : Infinity };
      }
      return null;
    },
  };
}

/** A movement's status may change, but nothing else. */
const isSame = (one: StatementRow, other: StatementRow) =>
  one.statementType === other.statementType &&
  one.amount === other.amount &&
  one.from === other.from &&
  one.to === other.to &&
  one.createdAt.getTime() === other.createdAt.getTime();
