import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { formatDateTime } from "~/lib/dates";
import { gameNamesOf } from "~/features/receipt/game-names";
import { filterQuery, filterRows, readFilter } from "~/features/statement/filter";
import { readStatement } from "~/features/statement/read";
import { sumUp } from "~/features/statement/sums";
import type { RouteHandle } from "~/root";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import { CoverageLine, periodText, ReadingProgress, SumFacts, typeText } from "~/features/statement/parts";
import { MovementTable } from "./movement-table";

export const handle: RouteHandle = { title: "statement:title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  const { filter, wrong } = readFilter(searchParams);
  if (wrong.from !== undefined || wrong.to !== undefined) throw redirect(`/user/statement${search}`, 303);
  const [{ state, failed, rows, coverage, refresh }, wallet] = await Promise.all([
    readStatement(context, filter),
    soft(context.operator.getWallet()),
  ]);
  const found = state === "done" ? filterRows(rows, filter, context.site.timeZone) : [];
  const games = await gameNamesOf(context, wallet);
  const data = { state, failed, rows: found, sums: sumUp(found), filter, coverage, games, refresh };
  return json(data, failed ? 503 : 200);
}

/** All movements that match the filter on one page, for printing. */
export default function PrintView() {
  const { state, rows, sums, filter, coverage, games, refresh } = useLoaderData<typeof loader>();
  const { t, member, now, site } = useRequest();
  const query = filterQuery(filter);
  return (
    <Sheet title={t("statement:title")} back={`/user/statement${query}`}>
      <SheetBody>
        {state === "failed" && <NotLoaded title={t("statement:notLoaded")} />}
        {state === "reading" && <ReadingProgress coverage={coverage} seconds={refresh!} />}
        {state === "done" && (
          <>
            <div className="stack" data-gap="small" data-print="no">
              <p className="meta">{t("statement:printHelp")}</p>
              <ButtonLink variant="secondary" href={`/user/statement/csv${query}`}>
                {t("statement:csv")}
              </ButtonLink>
            </div>
            <div className="card">
              <Facts
                pairs={[
                  [t("statement:member"), member!.name],
                  [t("statement:type"), typeText(filter, t)],
                  [t("statement:days"), periodText(filter, t)],
                  [t("statement:madeOn"), formatDateTime(now, site.timeZone)],
                ]}
              />
            </div>
            <div className="card">
              <SumFacts sums={sums} />
            </div>
            <MovementTable rows={rows} games={games} />
            <CoverageLine coverage={coverage} />
          </>
        )}
      </SheetBody>
    </Sheet>
  );
}
