import type { Hindrance } from "../../../server/protection/types";
import { formatDateTime } from "~/lib/dates";
import { Alert } from "~/ui/alert";
import { useRequest } from "~/ui/request";

interface Props {
  /** Why a page led here; null: the member came to see the limits. */
  hindrance: Hindrance | null;
  /** End of the break that runs, in epoch milliseconds. */
  breakUntil: number | null;
  /** What the limits leave, in minor units; null: no limit, or not known. */
  left: number | null;
}

/** Says what a limit or a break has stopped. What is no longer so is not said. */
export function Stopped({ hindrance, breakUntil, left }: Props) {
  const { t, money, site } = useRequest();
  const until = breakUntil && formatDateTime(breakUntil, site.timeZone);
  if (hindrance === null || (hindrance === "break" && !until) || (hindrance === "limit" && left === null)) return null;
  return (
    <Alert tone="warn" role="alert" focus>
      <p>
        {hindrance === "break" && t("protection:stoppedBreak", { time: until! })}
        {hindrance === "unread" && t("protection:stoppedUnread")}
        {hindrance === "limit" && (
          <>
            {t("protection:stoppedLimit")} {t("protection:left", { amount: money(left!) })}
          </>
        )}
      </p>
    </Alert>
  );
}
