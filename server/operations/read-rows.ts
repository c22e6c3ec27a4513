import type { StatementRow } from "../operator/contract/statement";
import { within } from "./clock";
import type { Core } from "./core";
import type { OperatorAuth } from "./port";
import { nameOf } from "./rows";

/** Rows asked for at once at most: the operator's maximum. */
const PAGE_ROWS = 100;
/** Pages that one reading needs at most. An operator may show fewer rows on a page than were asked for. */
const MAX_PAGES = 10;

/**
 * The newest rows, at least `least` of them unless the statement is shorter.
 * @returns null if one of them could not be read
 * @throws ReadFailed, TimedOut
 */
export const newestRows = (core: Core, auth: OperatorAuth, least: number): Promise<StatementRow[] | null> =>
  collect(core, auth, least, (rows) => rows.length >= least);

/**
 * The rows that were created after `since` (epoch milliseconds; null: all), newest first.
 * @returns null if the rows do not reach back that far, or one of them could not be read
 * @throws ReadFailed, TimedOut
 */
export async function rowsSince(core: Core, auth: OperatorAuth, since: number | null): Promise<StatementRow[] | null> {
  const rows = await collect(core, auth, PAGE_ROWS, reaching(since));
  return rows && rows.filter((row) => !isOlder(row, since));
}

/**
 * Like `rowsSince`, but if one reading does not reach that far, the rows that it reaches.
 * @returns null if one of them could not be read
 * @throws ReadFailed, TimedOut
 */
export const rowsTowards = (core: Core, auth: OperatorAuth, since: number | null): Promise<StatementRow[] | null> =>
  collect(core, auth, PAGE_ROWS, reaching(since), true);

const isOlder = ({ createdAt }: StatementRow, since: number | null) => since !== null && createdAt.getTime() <= since;

const reaching = (since: number | null) => (known: readonly StatementRow[]) =>
  known.length > 0 && isOlder(known.at(-1)!, since);

/**
 * Reads pages until `isEnough`, or the end: the one that `total` names, and not a page with fewer rows than asked for.
 * @param partly whether what was read counts also if it does not reach that far
 */
async function collect(
  core: Core,
  auth: OperatorAuth,
  limit: number,
  isEnough: (rows: readonly StatementRow[]) => boolean,
  partly = false,
): Promise<StatementRow[] | null> {
  let rows: StatementRow[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const reading = core.operator.statement(auth, page, limit);
    const { rows: shown, total, unread } = await within(core.clock, core.timings.readMs, reading);
    if (unread > 0) return null;
    const before = rows.length;
    rows = before === 0 ? shown : [...rows, ...added(rows, shown)];
    const isLast = !core.rules.total || total === null ? shown.length < limit : rows.length >= total;
    if (isLast || shown.length === 0 || isEnough(rows)) return rows;
    // The operator shows one page again and again, or has noted many equal rows at once.
    if (rows.length === before) break;
  }
  return partly ? rows : null;
}

/** Rows move to later pages while new ones appear, so a page may repeat rows of earlier ones. */
function added(known: readonly StatementRow[], shown: readonly StatementRow[]): StatementRow[] {
  const names = new Set(known.map(nameOf));
  return shown.filter((row) => !names.has(nameOf(row)));
}
