import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { soft } from "~/actions";
import { translator } from "~/i18n";
import { dayOf } from "~/lib/dates";
import { gameNamesOf } from "~/features/receipt/game-names";
import { coverageText } from "~/features/statement/coverage";
import { filterRows, readFilter } from "~/features/statement/filter";
import { readStatement } from "~/features/statement/read";
import { statementCsv } from "./table";

/** Milliseconds to wait for the whole statement: longer than for pages, because a download cannot show progress. */
const PATIENCE_MS = 20_000;

/**
 * The filtered movements as a CSV file. While the statement is being read, or if it fails, redirects to the print view.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  const { filter, wrong } = readFilter(searchParams);
  if (wrong.from !== undefined || wrong.to !== undefined) return redirect(`/user/statement${search}`, 303);
  const [{ state, rows, coverage }, wallet] = await Promise.all([
    readStatement(context, filter, PATIENCE_MS),
    soft(context.operator.getWallet()),
  ]);
  if (state !== "done") return redirect(`/user/statement/print${search}`, 303);
  const { locale, site, now } = context;
  const t = translator(locale);
  const table = statementCsv(filterRows(rows, filter, site.timeZone), {
    t,
    locale,
    games: await gameNamesOf(context, wallet),
    zone: site.timeZone,
    currency: context.requireMember().currency,
    coverage: coverageText(coverage, t, site.timeZone),
  });
  const name = `statement-${dayOf(now, site.timeZone).replaceAll("-", "")}.csv`;
  return new Response(table, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
