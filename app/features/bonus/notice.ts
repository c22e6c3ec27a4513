import type { AppLoadContext } from "@remix-run/node";
import type { Markup } from "../../../server/context";
import { soft } from "~/actions";
import { formatPercent } from "~/lib/percent";

const PLACEHOLDER = "%percentFail%";

/** The operator's notice about bonuses, filled in for one of them; null if there is none or it could not be read. */
export async function readNotice({ operator, markup }: AppLoadContext, percentFail: number): Promise<Markup | null> {
  const { notice } = (await soft(operator.lookupNotice())) ?? {};
  // A number cannot bring markup into what is clean.
  return notice ? (markup(notice).replaceAll(PLACEHOLDER, formatPercent(percentFail)) as Markup) : null;
}
