import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { filterQuery, isFiltered, readFilter } from "~/features/statement/filter";
import { pageNumber } from "~/lib/pages";
import { ButtonLink } from "~/ui/button";
import { Hub } from "~/ui/hub";
import { Icon } from "~/ui/icon";
import { Pager } from "~/ui/pager";
import { useRequest } from "~/ui/request";
import { Unread } from "~/ui/unread";
import { CoverageLine, NotLoaded, ReadingProgress } from "~/features/statement/parts";
import type { RouteHandle } from "~/root";
import { ActiveFilter, FilterForm } from "./filter-form";
import { NoRows } from "./no-rows";
import { filtered, latest, type Listed } from "./rows";
import { StatementDay } from "./statement-day";

export const handle: RouteHandle = { title: "statement:title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { filter, wrong } = readFilter(query);
  const page = pageNumber(query.get("page"));
  const asked = { page, filter, wrong };
  if (wrong.from !== undefined || wrong.to !== undefined) {
    return json({ ...asked, list: null, games: {}, refresh: null }, 422);
  }
  const [list, wallet] = await Promise.all([
    isFiltered(filter) ? filtered(context, filter, page) : latest(context, page),
    soft(context.operator.getWallet()),
  ]);
  const games = Object.fromEntries(wallet?.slots.map(({ code, name }) => [code, name || code]) ?? []);
  return json({ ...asked, list, games, refresh: list.refresh });
}

export default function StatementPage() {
  const { filter, wrong, list, ...rest } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  return (
    <Hub>
      <main className="page" id="main">
        <header className="section-head">
          <h1>{t("statement:title")}</h1>
          <ButtonLink variant="secondary" size="small" href="/user/slips">
            <Icon name="upload" />
            {t("statement:sendSlip")}
          </ButtonLink>
        </header>
        <ButtonLink variant="secondary" href="/user/statement/summary">
          {t("statement:summary")}
        </ButtonLink>
        <FilterForm filter={filter} wrong={wrong} />
        <ActiveFilter filter={filter} />
        {list && <Movements {...rest} list={list} filter={filter} />}
      </main>
    </Hub>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Movements({ list, page, filter, games }: Pick<Data, "page" | "filter" | "games"> & { list: Listed }) {
  const { state, last, days, unread, coverage, refresh } = list;
  const isEmpty = days.length === 0 && unread === 0;
  const href = (number: number) => `/user/statement${filterQuery(filter, number)}`;
  if (state === "failed") return <NotLoaded href={href(page)} />;
  if (state === "reading") return <ReadingProgress coverage={coverage!} seconds={refresh!} />;
  return (
    <>
      {isEmpty && <NoRows page={page} last={last} filter={filter} />}
      {days.map(({ day, rows }) => (
        <StatementDay key={day} day={day} rows={rows} games={games} />
      ))}
      <Unread count={unread} />
      {!isEmpty && <Pager page={page} last={last} href={href} />}
      {coverage && <CoverageLine coverage={coverage} />}
    </>
  );
}
