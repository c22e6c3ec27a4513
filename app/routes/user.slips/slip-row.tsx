import type { Slip } from "./slip";
import { AskAbout } from "~/features/chat/chat-link";
import type { Support } from "~/features/contact/support";
import { formatDateTime, isoTime } from "~/lib/dates";
import { Badge, type Tone } from "~/ui/alert";
import type { IconName } from "~/ui/icon";
import { Money } from "~/ui/money";
import { useRequest, type TextKey } from "~/ui/request";
import { SupportLink } from "~/features/contact/support-link";
import { reasonOf } from "./reasons";

const STATUS: Record<Slip["status"], { word: TextKey; tone: Tone; icon: IconName }> = {
  PENDING: { word: "slips:checking", tone: "info", icon: "pending" },
  SUCCESS: { word: "common:success", tone: "good", icon: "success" },
  FAILED: { word: "common:failed", tone: "bad", icon: "failed" },
};

interface Props {
  slip: Slip;
  support: Support | null;
  /** Whether the operator has a chat. */
  chat: boolean;
}

/** One slip: time, amount, status and, if it failed, the reason and advice. */
export function SlipRow({ slip, support, chat }: Props) {
  const { t, site } = useRequest();
  const { status, amount, note, reference, createdAt, picture } = slip;
  const { word, tone, icon } = STATUS[status];
  const reason = status === "FAILED" ? reasonOf(note) : null;
  return (
    <tr role="row">
      <td role="cell" data-label={t("slips:received")}>
        <time dateTime={isoTime(createdAt, site.timeZone)}>{formatDateTime(createdAt, site.timeZone)}</time>
      </td>
      <td role="cell" data-label={t("common:amount")}>
        {amount === null ? <Unknown /> : <Money amount={amount} />}
      </td>
      <td role="cell" data-label={t("common:status")} data-wide={status === "FAILED" ? "" : undefined}>
        <span className="cluster">
          <Badge tone={tone} icon={icon}>
            {t(word)}
          </Badge>
        </span>
        {reason && <span className="meta">{t(reason.why)}</span>}
        {reason && <span className="meta">{t(reason.todo)}</span>}
        {status === "FAILED" && (
          <span className="meta">
            <SupportLink support={support} />
          </span>
        )}
        {chat && (
          <span className="meta">
            <AskAbout reference={reference ?? new Date(createdAt).toISOString()} />
          </span>
        )}
      </td>
      <td role="cell" data-label={t("slips:picture")}>
        {picture ? (
          <a href={picture} target="_blank" rel="noopener noreferrer">
            {t("slips:view")}
          </a>
        ) : (
          <Unknown />
        )}
      </td>
    </tr>
  );
}

function Unknown() {
  const { t } = useRequest();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t("slips:amountUnknown")}</span>
    </>
  );
}
