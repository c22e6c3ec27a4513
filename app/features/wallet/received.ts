import { isUnreadable, soft } from "~/actions";
import { lastPage } from "~/lib/pages";

export const PAGE_SIZE = 10;
/** The most entries that one call may ask for. */
const MOST = 100;
/** Longer lists are not read as a whole to sum them up. */
const MOST_CALLS = 10;

interface Page {
  total: number | null;
  unread: number;
}

/** One page of what a member has received. */
export interface Received<Row> {
  /** With the sum of it and all earlier ones, in minor units; null: it is not known. */
  rows: (Row & { sum: number | null })[];
  unread: number;
  last: number;
  isLastKnown: boolean;
  /** How many there are, and their sum in minor units; null: it is not known. */
  count: number | null;
  sum: number | null;
}

type Read<Row> = (range: { page: number; limit: number }) => Promise<Page & { rows: Row[] }>;

/**
 * Reads a page of a list, and sums up the list if a few calls bring all of it. Undefined if it cannot be read.
 * @param read asks the operator for a page, newest first
 */
export async function readReceived<Row extends { amount: number }>(
  read: Read<Row>,
  page: number,
): Promise<Received<Row> | undefined> {
  const whole = await readMany(read);
  if (!whole || isUnreadable(whole.rows, whole)) return undefined;
  const size = whole.rows.length + whole.unread;
  // Without a total, an operator may have cut the list at the end of any page.
  const isWhole = whole.total === null ? size % PAGE_SIZE !== 0 || size === 0 : size >= whole.total;
  if (isWhole && whole.unread === 0) {
    const sums = runningSums(whole.rows);
    const from = (page - 1) * PAGE_SIZE;
    return {
      rows: whole.rows.map((row, index) => ({ ...row, sum: sums[index]! })).slice(from, from + PAGE_SIZE),
      unread: 0,
      last: Math.max(1, Math.ceil(size / PAGE_SIZE)),
      isLastKnown: true,
      count: size,
      sum: sums[0] ?? 0,
    };
  }
  const part = await soft(read({ page, limit: PAGE_SIZE }));
  if (!part || isUnreadable(part.rows, part)) return undefined;
  const { total, unread, rows } = part;
  return {
    rows: rows.map((row) => ({ ...row, sum: null })),
    unread,
    last: lastPage({ total, rows: rows.length + unread }, page, PAGE_SIZE),
    isLastKnown: total !== null,
    count: total,
    sum: null,
  };
}

/** The newest entries: all of them, unless there are too many, or the operator gives fewer than it is asked for. */
async function readMany<Row>(read: Read<Row>): Promise<(Page & { rows: Row[] }) | undefined> {
  const first = await soft(read({ page: 1, limit: MOST }));
  const calls = Math.ceil((first?.total ?? 0) / MOST);
  if (!first || calls < 2 || calls > MOST_CALLS || first.rows.length + first.unread < MOST) return first;
  const numbers = Array.from({ length: calls - 1 }, (_, index) => index + 2);
  const others = await Promise.all(numbers.map((number) => soft(read({ page: number, limit: MOST }))));
  const all = [first, ...others.filter((page) => page !== undefined)];
  return {
    total: first.total,
    rows: all.flatMap(({ rows }) => rows),
    unread: all.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/** For each row, newest first, the sum of it and all after it. */
function runningSums(rows: readonly { amount: number }[]): number[] {
  let sum = 0;
  return rows
    .toReversed()
    .map(({ amount }) => (sum += amount))
    .toReversed();
}
