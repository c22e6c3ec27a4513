import type { StatementRow } from "../../../server/operator/contract/statement";
import type { AppLoadContext } from "@remix-run/node";
import { isUnreadable, soft } from "~/actions";
import { formatDate } from "~/lib/dates";
import { lastPage } from "~/lib/pages";
import type { Coverage } from "~/features/statement/coverage";
import { filterRows, type Filter } from "~/features/statement/filter";
import { readStatement } from "~/features/statement/read";
import type { Row } from "./statement-row";

export const LIMIT = 10;

/** One page of movements, grouped by day. */
export interface Listed {
  state: "reading" | "done" | "failed";
  /** Number of the last page. */
  last: number;
  /** False if the operator does not say how many movements there are: further pages may follow. */
  isLastKnown: boolean;
  days: { day: string; rows: Row[] }[];
  /** How many movements of this page could not be read. With a filter the coverage says so. */
  unread: number;
  /** Null without a filter: then only this page was read. */
  coverage: Coverage | null;
  /** Seconds until the page should reload. */
  refresh: number | null;
}

const NOTHING: Listed = {
  state: "done",
  last: 1,
  isLastKnown: true,
  days: [],
  unread: 0,
  coverage: null,
  refresh: null,
};

/** A page of the unfiltered statement, with one call. */
export async function latest(context: AppLoadContext, page: number): Promise<Listed> {
  const list = await soft(context.operator.listStatements({ page, limit: LIMIT }));
  if (!list || isUnreadable(list.statements, list)) return { ...NOTHING, state: "failed" };
  const { total, statements, unread } = list;
  return {
    ...NOTHING,
    isLastKnown: total !== null,
    last: lastPage({ total, rows: statements.length + unread }, page, LIMIT),
    unread,
    days: await byDay(context, statements),
  };
}

/** A page of the movements that match the filter, which needs the whole statement. */
export async function filtered(context: AppLoadContext, filter: Filter, page: number): Promise<Listed> {
  const { timeZone } = context.site;
  const { state, rows, coverage, refresh } = await readStatement(context, filter);
  if (state !== "done") return { ...NOTHING, state, coverage, refresh };
  const found = filterRows(rows, filter, timeZone);
  const last = Math.max(1, Math.ceil(found.length / LIMIT));
  const shown = found.slice((page - 1) * LIMIT, page * LIMIT);
  return { ...NOTHING, last, days: await byDay(context, shown), coverage };
}

/** Groups rows by day in the market's zone, in the same order, with the receipts of those that have one. */
async function byDay({ operations, site }: AppLoadContext, rows: readonly StatementRow[]) {
  const receipts = await operations.leftRows(rows);
  const days = new Map<string, Row[]>();
  for (const [index, { createdAt, ...row }] of rows.entries()) {
    const day = formatDate(createdAt, site.timeZone);
    const shown = { ...row, createdAt: createdAt.toISOString(), receipt: receipts[index] ?? null };
    days.set(day, [...(days.get(day) ?? []), shown]);
  }
  return [...days].map(([day, rowsOfDay]) => ({ day, rows: rowsOfDay }));
}
