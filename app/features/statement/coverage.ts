import type { TimeZone } from "../../../server/config/config";
import type { StatementReading } from "../../../server/statement/reader";
import type { Translate } from "~/i18n";
import { formatDate } from "~/lib/dates";

/** How much of the statement a page is based on. */
export interface Coverage {
  read: number;
  total: number;
  /** Time of the oldest movement read, in epoch milliseconds. */
  oldest: number | null;
  /** Whether older movements of the period exist that were not read because of the limit. */
  cut: boolean;
}

/** @param since start of the period, in epoch milliseconds; older movements do not count as missing */
export function coverageOf({ rows, total }: StatementReading, since = -Infinity): Coverage {
  const oldest = rows.at(-1)?.createdAt.getTime() ?? null;
  return { read: rows.length, total, oldest, cut: rows.length < total && (oldest === null || oldest >= since) };
}

/** Says in sentences how much was read. */
export function coverageText({ read, total, oldest, cut }: Coverage, t: Translate, zone: TimeZone): string {
  if (oldest === null) return t("statement:coverageNone");
  const facts = { read: grouped(read), total: grouped(total), oldest: formatDate(oldest, zone) };
  return cut ? t("statement:coverageCut", facts) : t("statement:coverage", facts);
}

/** A count with separators: `1,234`. */
export const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
