import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { Period, Wishes } from "../../../server/protection/rules";
import { PERIODS } from "~/features/protection/periods";
import { formatDateTime } from "~/lib/dates";
import { decimal } from "~/lib/money";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { MoneyField } from "~/ui/field";
import { CsrfToken, FormErrors } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";

interface Props {
  limits: Wishes["limits"];
  /** Minor units; null: not known. */
  used: Record<Period, number> | null;
  /** Hours until a higher limit can be confirmed. */
  hours: number;
  result: SubmissionResult<string[]> | undefined;
}

/** The limits of each period, what was deposited in it, and what the member has asked to raise. */
export function Limits({ limits, used, hours, result }: Props) {
  const { t, money } = useRequest();
  const amounts = PERIODS.map((period) => [period, limits[period] ? decimal(limits[period].amount) : ""]);
  const [form, fields] = useForm<Record<Period, number>>({
    id: "limit",
    lastResult: result,
    defaultValue: Object.fromEntries(amounts),
  });
  const labels = { day: t("protection:day"), week: t("protection:week"), month: t("protection:month") };
  return (
    <section className="section" aria-labelledby="limits">
      <h2 id="limits">{t("protection:limits")}</h2>
      <p className="meta">{t("protection:limitsLead", { hours })}</p>
      {PERIODS.map((period) => (
        <Raise key={period} period={period} limit={limits[period]} label={labels[period]} />
      ))}
      <form method="post" className="section" {...getFormProps(form)} noValidate={undefined}>
        <CsrfToken />
        <FormErrors form={form} labels={labels} />
        {PERIODS.map((period) => (
          <MoneyField
            key={period}
            meta={fields[period]}
            label={labels[period]}
            hint={used && t("protection:used", { amount: money(used[period]) })}
          />
        ))}
        {!used && <p className="meta">{t("protection:notCounted")}</p>}
        <Button variant="secondary" width="full">
          {t("protection:save")}
        </Button>
      </form>
    </section>
  );
}

/** A higher limit that was asked for, and from when on it can be confirmed. */
function Raise({ period, limit, label }: { period: Period; limit: Wishes["limits"][Period]; label: string }) {
  const { t, money, site, now } = useRequest();
  if (!limit?.raise) return null;
  const { amount, from } = limit.raise;
  return (
    <Alert tone="info">
      <form method="post" className="section">
        <CsrfToken />
        <p>
          <strong>{label}</strong>
          <br />
          {amount === null ? t("protection:raiseNone") : t("protection:raise", { amount: money(amount) })}
          <br />
          {from > now && t("protection:raiseFrom", { time: formatDateTime(from, site.timeZone) })}
        </p>
        {from <= now && (
          <Button variant="secondary" size="small" name="raise" value={period}>
            {t("protection:raiseConfirm")}
          </Button>
        )}
      </form>
    </Alert>
  );
}
