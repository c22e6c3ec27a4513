import type { Support } from "~/features/contact/support";
import { SupportLink } from "~/features/contact/support-link";
import { Alert } from "~/ui/alert";
import { useRequest } from "~/ui/request";
import { reasonOf } from "./reasons";
import type { Slip } from "./slip";

/** What became of the newest slip, as the first thing on the page. */
export function SlipResult({ slip, support }: { slip: Slip; support: Support | null }) {
  const { t, money } = useRequest();
  if (slip.status === "SUCCESS")
    return (
      <Alert tone="good" role="status">
        <strong>
          {slip.amount === null ? t("slips:accepted") : t("slips:acceptedAmount", { amount: money(slip.amount) })}
        </strong>
      </Alert>
    );
  const reason = reasonOf(slip.note);
  return (
    <Alert tone="bad" role="alert" focus>
      <strong>{t("slips:rejectedHeading")}</strong>
      {reason && (
        <p>
          {t(reason.why)} {t(reason.todo)}
        </p>
      )}
      <SupportLink support={support} />
    </Alert>
  );
}
