import type { TimeZone } from "../../../server/config/config";
import type { StatementReading } from "../../../server/statement/reader";
import type { Translate } from "~/i18n";
import { formatDate } from "~/lib/dates";

/** How much of the statement a page is based on. */
export interface Coverage {
  /** Movements read, with those that could not be understood. */
  read: number;
  unread: number;
  total: number;
  /** Time of the oldest movement read, in epoch milliseconds. */
  oldest: number | null;
  /** Whether older movements of the period exist that were not read because of the limit. */
  cut: boolean;
}

/** @param since start of the period, in epoch milliseconds; older movements do not count as missing */
export function coverageOf({ rows, unread, total }: StatementReading, since = -Infinity): Coverage {
  const oldest = rows.at(-1)?.createdAt.getTime() ?? null;
  const read = rows.length + unread;
  return { read, unread, total, oldest, cut: read < total && (oldest === null || oldest >= since) };
}

/** Says in sentences how much was read. */
export function coverageText({ read, unread, total, oldest, cut }: Coverage, t: Translate, zone: TimeZone): string {
  const left = unread > 0 ? [unreadText(unread, t)] : [];
  if (oldest === null) return left[0] ?? t("statement:coverageNone");
  const facts = { read: grouped(read), total: grouped(total), oldest: formatDate(oldest, zone) };
  return [t(cut ? "statement:coverageCut" : "statement:coverage", facts), ...left].join(" ");
}

/** How many entries could not be read, in words. */
export const unreadText = (count: number, t: Translate) =>
  t(count === 1 ? "common:unreadOne" : "common:unreadMore", { number: grouped(count) });

/** A count with separators: `1,234`. */
export const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
