import type { AppLoadContext } from "@remix-run/node";
import type { Markup } from "../../../server/context";
import { soft } from "~/actions";
import { formatPercent } from "~/lib/percent";

const PLACEHOLDER = "%percentFail%";

/** The operator's notice about bonuses, filled in for one of them; null if there is none, undefined if it could not be read. */
export async function readNotice(
  { operator, markup }: AppLoadContext,
  percentFail: number,
): Promise<Markup | null | undefined> {
  const read = await soft(operator.lookupNotice());
  if (!read) return undefined;
  const { notice } = read;
  // A number cannot bring markup into what is clean.
  return notice ? (markup(notice).replaceAll(PLACEHOLDER, formatPercent(percentFail)) as Markup) : null;
}
