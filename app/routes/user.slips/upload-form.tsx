import { bankName } from "~/lib/banks";
import { BUDDHIST_YEARS, formatDate } from "~/lib/dates";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { FormKey } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";
import type { SlipHours } from "./hours";

const MAX_BYTES = 10 * 1024 * 1024;

interface Props {
  formKey: string;
  /** Codes of the banks with deposit accounts. */
  banks: string[];
  hours: SlipHours;
  /** Why the last upload was refused. `confirm`: it may be sent anyway; `pickAgain`: the file must be chosen again. */
  fault: { text: string; confirm: boolean; pickAgain: boolean } | null;
}

/** The upload form. The file comes last: the server needs the other fields before its first byte. */
export function UploadForm({ formKey, banks, hours, fault }: Props) {
  const { t, translateMessage, locale } = useRequest();
  return (
    <form
      className="stack"
      method="post"
      action="/user/slips/upload"
      encType="multipart/form-data"
      data-upload={MAX_BYTES}
      data-too-large={t("slips:tooLarge")}
      data-failed={t("slips:sendFailed")}
    >
      <FormKey value={formKey} />
      {fault?.confirm && <input type="hidden" name="confirmed" value="1" />}
      {fault && (
        <Alert tone={fault.confirm ? "warn" : "bad"} role="alert" focus>
          <p>
            <strong>{translateMessage(fault.text)}</strong>
          </p>
          {fault.pickAgain && <p>{t("slips:pickAgain")}</p>}
        </Alert>
      )}
      <Help hours={hours} />
      {banks.length > 0 && (
        <div className="field">
          <label className="field-label" htmlFor="bank">
            {t("slips:bank")}
          </label>
          <div className="field-control">
            <Icon name="bank" />
            <select id="bank" name="bankCode">
              <option value="">{t("slips:bankUnsure")}</option>
              {banks.map((code) => (
                <option key={code} value={code}>
                  {bankName(code, locale)}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </div>
        </div>
      )}
      <label className="upload">
        <Icon name="upload" />
        <span>
          <strong>{t("slips:choose")}</strong>
          <br />
          <span className="meta">{t("slips:rules")}</span>
        </span>
        <input type="file" name="file" accept="image/png,image/jpeg" />
      </label>
      <progress className="progress" max={100} value={0} hidden aria-label={t("slips:sending")} />
      <Button size="large" width="full">
        {t(fault?.confirm ? "slips:sendAgain" : "slips:send")}
      </Button>
    </form>
  );
}

/** Explains which slips are accepted, and when. */
function Help({ hours: { withinMinutes, from, to } }: { hours: SlipHours }) {
  const { t, site, now } = useRequest();
  const [day, month, year] = formatDate(now, site.timeZone).split("/");
  return (
    <div className="stack" data-gap="tight">
      <h2>{t("slips:newTitle")}</h2>
      <p className="meta">
        {t("slips:help")} {withinMinutes === 60 ? t("slips:withinHour") : t("slips:within", { minutes: withinMinutes })}
      </p>
      {site.market === "th" && (
        <p className="meta">
          {t("slips:dates", { date: `${day}/${month}/${year} (${Number(year) + BUDDHIST_YEARS})` })}
        </p>
      )}
      {from && to && <p className="meta">{t("slips:closedDaily", { from, to })}</p>}
    </div>
  );
}
