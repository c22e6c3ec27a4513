import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatDate } from "~/lib/dates";
import { startOfDay } from "~/lib/start-of-day";
import { monthStart } from "~/features/statement/filter";
import { readStatement } from "~/features/statement/read";
import { sumUp } from "~/features/statement/sums";
import type { RouteHandle } from "~/root";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import { CoverageLine, ReadingProgress, SumFacts } from "~/features/statement/parts";

export const handle: RouteHandle = { title: "statement:summary" };

const EVERYTHING = { type: null, from: null, to: null };

export async function loader({ context }: LoaderFunctionArgs) {
  const { site, now } = context;
  const { state, failed, rows, coverage, refresh } = await readStatement(context, EVERYTHING);
  const since = startOfDay(monthStart(now, site.timeZone), site.timeZone);
  const month = { since, sums: sumUp(rows.filter(({ createdAt }) => createdAt.getTime() >= since)) };
  return json({ state, failed, month, lifetime: sumUp(rows), coverage, refresh }, failed ? 503 : 200);
}

/** Money in and out, for this month and for the whole statement. */
export default function Summary() {
  const { state, month, lifetime, coverage, refresh } = useLoaderData<typeof loader>();
  const { t, site } = useRequest();
  const day = (at: number) => formatDate(at, site.timeZone);
  return (
    <Sheet title={t("statement:summary")} back="/user/statement">
      <SheetBody>
        {state === "failed" && <NotLoaded title={t("statement:notLoaded")} />}
        {state === "reading" && <ReadingProgress coverage={coverage} seconds={refresh!} />}
        {state === "done" && (
          <>
            <section className="card" aria-labelledby="month">
              <h2 id="month">{t("statement:summaryMonth", { day: day(month.since) })}</h2>
              <SumFacts sums={month.sums} />
            </section>
            <section className="card" aria-labelledby="lifetime">
              <h2 id="lifetime">
                {coverage.cut && coverage.oldest !== null
                  ? t("statement:summarySince", { day: day(coverage.oldest) })
                  : t("statement:summaryLifetime")}
              </h2>
              <SumFacts sums={lifetime} />
            </section>
            <p className="meta">{t("statement:summaryHelp")}</p>
            <CoverageLine coverage={coverage} />
          </>
        )}
      </SheetBody>
    </Sheet>
  );
}
