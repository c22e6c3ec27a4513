import type { TimeZone } from "../../../server/config/config";
import type { StatementRow } from "../../../server/operator/contract/statement";
import { addDays, BUDDHIST_YEARS, dayOf } from "~/lib/dates";
import { startOfDay } from "~/lib/start-of-day";
import { plainDigits } from "~/lib/digits";

/** The types of movements that can be filtered, with the operator's names. */
export const TYPES = ["deposit", "withdraw", "transfer", "bonus", "finish_bonus"] as const;
type Type = (typeof TYPES)[number];

/** A filter of movements. Days are `YYYY-MM-DD` in the market's zone, inclusive; null means any. */
export interface Filter {
  type: Type | null;
  from: string | null;
  to: string | null;
}

type Side = "from" | "to";

/** Parses the filter from a query. `wrong`: texts that are not valid days. */
export function readFilter(query: URLSearchParams): { filter: Filter; wrong: Partial<Record<Side, string>> } {
  const type = TYPES.find((known) => known === query.get("type")) ?? null;
  const wrong: Partial<Record<Side, string>> = {};
  const day = (side: Side) => {
    const typed = query.get(side)?.trim() ?? "";
    const read = readDay(typed);
    if (typed !== "" && read === null) wrong[side] = typed;
    return read;
  };
  const [from, to] = [day("from"), day("to")];
  const turned = from !== null && to !== null && from > to;
  return { filter: turned ? { type, from: to, to: from } : { type, from, to }, wrong };
}

/** Parses a day from a date input, or typed like `31/12/2025`, also with the Thai year 2568 or Thai and Lao digits. */
function readDay(typed: string): string | null {
  const text = plainDigits(typed);
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ??
    [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)].map(
      (found) => found && [null, found[3], found[2], found[1]],
    )[0] ??
    [];
  if (!year || !month || !day) return null;
  const common = Number(year) > 2400 ? Number(year) - BUDDHIST_YEARS : Number(year);
  const iso = `${common}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return common >= 1970 && !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso) ? iso : null;
}

export const isFiltered = ({ type, from, to }: Filter) => type !== null || from !== null || to !== null;

/** The filter and page number as a URL query; default values are left out. */
export function filterQuery({ type, from, to }: Filter, page = 1): string {
  const entries = Object.entries({ type, from, to, page: page > 1 ? String(page) : null });
  const query = new URLSearchParams(entries.filter((entry): entry is [string, string] => entry[1] !== null));
  return query.size > 0 ? `?${query}` : "";
}

/** The period of a filter, in epoch milliseconds: from `since` (inclusive) to `before` (exclusive). */
export function rangeOf({ from, to }: Filter, zone: TimeZone): { since: number; before: number } {
  return {
    since: from === null ? -Infinity : startOfDay(from, zone),
    before: to === null ? Infinity : startOfDay(addDays(to, 1), zone),
  };
}

/** The movements that match the filter, in the same order. */
export function filterRows(rows: StatementRow[], filter: Filter, zone: TimeZone): StatementRow[] {
  const { since, before } = rangeOf(filter, zone);
  return rows.filter(({ statementType, createdAt }) => {
    const at = createdAt.getTime();
    return (filter.type === null || statementType === filter.type) && at >= since && at < before;
  });
}

/** The first day of the current month in the market's zone. */
export const monthStart = (now: number, zone: TimeZone) => `${dayOf(now, zone).slice(0, 7)}-01`;

/** The most common periods, as filters. */
export function periods(now: number, zone: TimeZone) {
  const today = dayOf(now, zone);
  const first = monthStart(now, zone);
  const lastOfBefore = addDays(first, -1);
  return [
    { text: "statement:thisMonth", from: first, to: today },
    { text: "statement:lastMonth", from: `${lastOfBefore.slice(0, 7)}-01`, to: lastOfBefore },
    { text: "statement:lastDays", from: addDays(today, -6), to: today },
  ] as const;
}
