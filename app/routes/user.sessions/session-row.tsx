import { deviceName } from "~/features/login/device-name";
import { formatDateTime } from "~/lib/dates";
import { relativeTime } from "~/lib/relative-time";
import { Badge } from "~/ui/alert";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";
import type { MemberSession } from "../../../server/context";

/** One session: its device, when it began, and when it was last used. */
export function SessionRow({ session }: { session: MemberSession }) {
  const { t, site, now, locale } = useRequest();
  const moment = (at: number) => formatDateTime(at, site.timeZone);
  const { since, last, isThis } = session;
  return (
    <li className="row">
      <span className="mark" data-tone={isThis ? "info" : undefined}>
        <Icon name="phone" />
      </span>
      <div className="row-main">
        <p className="row-title">{deviceName(t, session) ?? t("sessions:unknown")}</p>
        <p className="row-meta">{t("sessions:since", { time: moment(since) })}</p>
        {!isThis && (
          <p className="row-meta">
            {t("sessions:last", { time: moment(last) })} · {relativeTime(last, now, locale)}
          </p>
        )}
      </div>
      {isThis && <Badge tone="info">{t("sessions:this")}</Badge>}
    </li>
  );
}
