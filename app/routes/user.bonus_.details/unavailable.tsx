import type { Availability } from "~/features/bonus/availability";
import { formatDay } from "~/lib/dates";
import { Alert } from "~/ui/alert";
import { useT } from "~/ui/request";

/** Why a bonus cannot be received: it is in use, or was received as often as allowed. Nothing if it can be. */
export function Unavailable({ availability: { state, again } }: { availability: Availability }) {
  const t = useT();
  if (state === "open") return null;
  return (
    <Alert tone="info">
      <p>
        {state === "current" && t("bonus:usesThis")}
        {state === "received" && (again ? t("bonus:receivedAgain", { day: formatDay(again) }) : t("bonus:receivedAll"))}
      </p>
    </Alert>
  );
}
