import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDate } from "~/lib/dates";
import { soft } from "~/lib/soft";
import { Alert } from "~/ui/alert";
import { Hub } from "~/ui/hub";
import { Pager } from "~/ui/pager";
import { useRequest } from "~/ui/request";
import type { RouteHandle } from "~/root";
import { NoRows } from "./no-rows";
import { StatementDay } from "./statement-day";
import type { Row } from "./statement-row";

export const handle: RouteHandle = { title: "statement:title" };

const LIMIT = 10;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(new URL(request.url).searchParams.get("page"));
  const [list, wallet] = await Promise.all([
    soft(context.operator.listStatements({ page, limit: LIMIT })),
    soft(context.operator.getWallet()),
  ]);
  const games = Object.fromEntries(wallet?.slots.map(({ code, name }) => [code, name]) ?? []);
  if (!list) return { page, last: null, days: null, games };
  return { page, last: lastOf(list, page), days: byDay(list.statements, context.site.timeZone), games };
}

/** The page that was asked for; whatever is no page number is the first one. */
const pageOf = (text: string | null) => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

/** The number of the last page; without a total there may be one more while this one is full. */
function lastOf({ total, statements }: { total: number | null; statements: unknown[] }, page: number) {
  if (total !== null) return Math.max(1, Math.ceil(total / LIMIT));
  return statements.length === LIMIT ? page + 1 : page;
}

/** Rows under the day they were made, in the market's zone; the order stays. */
function byDay<R extends { createdAt: Date }>(rows: R[], zone: string) {
  const days = new Map<string, R[]>();
  for (const row of rows) {
    const day = formatDate(row.createdAt, zone);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days].map(([day, rowsOfDay]) => ({ day, rows: rowsOfDay }));
}

export default function StatementPage() {
  const { page, last, days, games } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  return (
    <Hub>
      <main className="page" id="main">
        <header className="section-head">
          <h1>{t("statement:title")}</h1>
        </header>
        {days === null ? (
          <Alert tone="bad" role="alert">
            {t("statement:notLoaded")} <a href={`/user/statement?page=${page}`}>{t("common:tryAgain")}</a>
          </Alert>
        ) : days.length === 0 ? (
          <NoRows page={page} last={last} />
        ) : (
          <>
            {days.map(({ day, rows }) => (
              <StatementDay key={day} day={day} rows={rows as Row[]} games={games} />
            ))}
            <Pager page={page} last={last} href={(number) => `/user/statement?page=${number}`} />
          </>
        )}
      </main>
    </Hub>
  );
}
