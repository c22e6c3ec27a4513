import type { endpoints } from "../operator/contract";
import type { StatementRow } from "../operator/contract/statement";
import type { Output } from "../operator/endpoint";

type Page = Output<(typeof endpoints)["listStatements"]>;

/** The most that the operator gives at once, and the most pages that are read of one member. */
export const PAGE_ROWS = 100;
const MAX_PAGES = 50;

/** A movement still in progress after this long is not asked for again. */
const SETTLED_WITHIN_MS = 7 * 24 * 60 * 60_000;

export interface StatementRows {
  /** Rows to ask for at once. */
  limit(): number;
  total(): number;
  /** All that is known, newest first. */
  list(): StatementRow[];
  size(): number;
  /** Adds a page as it was answered. False when the statement changed otherwise than by growing: what was known is forgotten. */
  add(page: number, answer: Page): boolean;
  /**
   * What to read after this page to know every movement since `since` (epoch milliseconds) and how it stands, or null
   * when that is known. `knownTo`: everything at or after this moment is known.
   */
  next(after: number, since: number, now: number): { page: number; knownTo: number } | null;
}

/**
 * The movements of one statement, gathered page by page, newest first. Rows have no number of their own and move down
 * while newer ones come in, so each is known by its place counted from the oldest: `total` minus its offset. Read twice
 * it stays one row, and two rows that look the same stay two.
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
      // An operator may give fewer at once than it is asked for; its pages are then that short.
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

/** How a movement stands may change, what it was does not. */
const isSame = (one: StatementRow, other: StatementRow) =>
  one.statementType === other.statementType &&
  one.amount === other.amount &&
  one.from === other.from &&
  one.to === other.to &&
  one.createdAt.getTime() === other.createdAt.getTime();
