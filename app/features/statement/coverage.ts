import type { TimeZone } from "../../../server/config/config";
import type { StatementReading } from "../../../server/statement/reader";
import type { Translate } from "~/i18n";
import { formatDate } from "~/lib/dates";

/** How much of the statement stands behind a page. */
export interface Coverage {
  read: number;
  total: number;
  /** Epoch milliseconds of the oldest movement that was read. */
  oldest: number | null;
  /** There are older ones that were wanted, beyond the most that is read. */
  cut: boolean;
}

/** @param since epoch milliseconds; what is older was not wanted */
export function coverageOf({ rows, total }: StatementReading, since = -Infinity): Coverage {
  const oldest = rows.at(-1)?.createdAt.getTime() ?? null;
  return { read: rows.length, total, oldest, cut: rows.length < total && (oldest === null || oldest >= since) };
}

/** How much was read, in sentences. */
export function coverageText({ read, total, oldest, cut }: Coverage, t: Translate, zone: TimeZone): string {
  if (oldest === null) return t("statement:coverageNone");
  const facts = { read: grouped(read), total: grouped(total), oldest: formatDate(oldest, zone) };
  return cut ? t("statement:coverageCut", facts) : t("statement:coverage", facts);
}

/** `1,234`. */
export const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
