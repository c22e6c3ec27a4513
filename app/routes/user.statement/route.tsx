import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { hasChat } from "~/features/chat/chat-link";
import { isFiltered, readFilter } from "~/features/statement/filter";
import { pageNumber } from "~/lib/pages";
import { Hub } from "~/ui/hub";
import { Icon, type IconName } from "~/ui/icon";
import { NotLoaded } from "~/ui/not-loaded";
import { Pager } from "~/ui/pager";
import { useRequest, useT, type TextKey } from "~/ui/request";
import { Unread } from "~/ui/unread";
import { gameNamesOf } from "~/features/receipt/game-names";
import { CoverageLine, ReadingProgress } from "~/features/statement/parts";
import type { RouteHandle } from "~/root";
import { ActiveFilter, FilterForm } from "./filter-form";
import { filterPath, statementPath } from "./paths";
import { NoRows } from "./no-rows";
import { filtered, latest, type Listed } from "./rows";
import { StatementDay } from "./statement-day";

export const handle: RouteHandle = { title: "statement:title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const { filter, wrong } = readFilter(query);
  const page = pageNumber(query.get("page"));
  const opened = query.has("filter") || wrong.from !== undefined || wrong.to !== undefined;
  const asked = { page, filter, wrong, opened };
  if (wrong.from !== undefined || wrong.to !== undefined) {
    return json({ ...asked, failed: true, list: null, games: {}, chat: false, refresh: null }, 422);
  }
  const [list, wallet, chat] = await Promise.all([
    isFiltered(filter) ? filtered(context, filter, page) : latest(context, page),
    soft(context.operator.getWallet()),
    hasChat(context),
  ]);
  const games = await gameNamesOf(context, wallet);
  const failed = list.state === "failed";
  return json({ ...asked, failed, list, games, chat, refresh: list.refresh }, failed ? 503 : 200);
}

export default function StatementPage() {
  const { filter, wrong, opened, list, ...rest } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  return (
    <Hub ground="paper">
      <main className="page statement" id="main">
        <header className="statement-head">
          <h1>{t("statement:title")}</h1>
          <Tool href={opened ? statementPath(filter) : filterPath(filter)} icon="filter" text="statement:filter" />
          <Tool href="/user/slips?from=statement" icon="upload" text="statement:sendSlip" />
        </header>
        {opened && <FilterForm filter={filter} wrong={wrong} />}
        <ActiveFilter filter={filter} />
        {list && <Movements {...rest} list={list} filter={filter} />}
      </main>
    </Hub>
  );
}

function Tool({ href, icon, text }: { href: string; icon: IconName; text: TextKey }) {
  const t = useT();
  return (
    <a className="icon-button" href={href}>
      <Icon name={icon} />
      <span className="visually-hidden">{t(text)}</span>
    </a>
  );
}

/** One line: the sums have a page of their own, because they need the whole statement. */
function SumsLink() {
  const t = useT();
  return (
    <a className="section-link" href="/user/statement/summary">
      {t("statement:summary")}
    </a>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Movements({
  list,
  page,
  filter,
  games,
  chat,
}: Pick<Data, "page" | "filter" | "games" | "chat"> & { list: Listed }) {
  const { state, last, days, unread, coverage, refresh, isLastKnown } = list;
  const t = useT();
  const isEmpty = days.length === 0 && unread === 0;
  const href = (number: number) => statementPath(filter, number);
  if (state === "failed") return <NotLoaded title={t("statement:notLoaded")} href={href(page)} />;
  if (state === "reading") return <ReadingProgress coverage={coverage!} seconds={refresh!} />;
  return (
    <>
      {isEmpty && <NoRows page={page} last={last} filter={filter} />}
      {days.map(({ day, rows }, index) => (
        <StatementDay key={day} day={day} rows={rows} games={games} chat={chat} aside={index === 0 && <SumsLink />} />
      ))}
      <Unread count={unread} />
      {!isEmpty && <Pager page={page} last={last} href={href} isLastKnown={isLastKnown} />}
      {coverage && <CoverageLine coverage={coverage} />}
    </>
  );
}
