import type { endpoints } from "../operator/contract";
import type { StatementRow } from "../operator/contract/statement";
import type { Output } from "../operator/endpoint";

/** A page of the statement, with the number of movements. */
export type Page = Output<(typeof endpoints)["listStatements"]> & { total: number };

/** The operator's maximum page size, and how many pages of one statement are read at most. */
export const PAGE_ROWS = 100;
const MAX_PAGES = 50;

/** A movement still pending after this long is not read again. */
const SETTLED_WITHIN_MS = 7 * 24 * 60 * 60_000;

export interface StatementRows {
  /** Page size for the next request. */
  limit(): number;
  total(): number;
  /** All rows read so far, newest first, without those that could not be read. */
  list(): StatementRow[];
  /** How many of the rows could not be read. */
  unread(): number;
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
  /** Null: the row is there and could not be read. */
  const rows = new Map<number, StatementRow | null>();
  let total = 0;
  let limit = PAGE_ROWS;

  const lowest = () => Math.max(1, total - MAX_PAGES * limit + 1);
  /** The time of the next newer row that could be read. */
  const newerThan = (place: number): number => {
    const row = rows.get(place + 1);
    return row === null ? newerThan(place + 1) : (row?.createdAt.getTime() ?? Infinity);
  };

  return {
    limit: () => limit,
    total: () => total,
    size: () => rows.size,
    list: () => [...rows].sort(([one], [other]) => other - one).flatMap(([, row]) => row ?? []),
    unread: () => [...rows.values()].filter((row) => row === null).length,
    add(page, answer) {
      const statements = asSent(answer);
      const top = answer.total - (page - 1) * limit;
      const steady =
        answer.total >= total &&
        statements.every((row, index) => {
          const known = rows.get(top - index);
          return !known || !row || isSame(known, row);
        });
      if (!steady) rows.clear();
      total = answer.total;
      for (const [index, row] of statements.entries()) if (top - index > 0) rows.set(top - index, row);
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
        if (row === null || (row && (row.status !== "PENDING" || at < now - SETTLED_WITHIN_MS))) continue;
        const page = Math.floor((total - place) / limit) + 1;
        return { page, knownTo: newerThan(place) + 1 };
      }
      return null;
    },
  };
}

/** The rows of a page in their places; null: the row could not be read. */
function asSent({ statements, unread, unreadAt }: Page): (StatementRow | null)[] {
  const read = statements.values();
  const rowAt = (place: number) => (unreadAt.includes(place) ? null : read.next().value!);
  return Array.from({ length: statements.length + unread }, (_, place) => rowAt(place));
}

/** A movement's status may change, but nothing else. */
const isSame = (one: StatementRow, other: StatementRow) =>
  one.statementType === other.statementType &&
  one.amount === other.amount &&
  one.from === other.from &&
  one.to === other.to &&
  one.createdAt.getTime() === other.createdAt.getTime();
