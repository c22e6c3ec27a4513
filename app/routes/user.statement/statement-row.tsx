import type { StatementRow } from "../../../server/operator/contract/statement";
import { formatDateTime, isoTime } from "~/lib/dates";
import { askPath } from "~/features/chat/chat-link";
import { Badge, type Tone } from "~/ui/alert";
import { Icon } from "~/ui/icon";
import { Money } from "~/ui/money";
import type { GameNames } from "~/features/receipt/words";
import { useRequest } from "~/ui/request";
import { describe, STATUS_TEXT } from "~/features/statement/text";

/** A movement as serialised for the page: times are ISO 8601. `receipt`: reference of the operation that left it. */
export type Row = Omit<StatementRow, "createdAt"> & { createdAt: string; receipt: string | null };

const STATUS = {
  FAILED: { tone: "bad", icon: "failed" },
  PENDING: { tone: "info", icon: "pending" },
} as const;

interface Props {
  row: Row;
  games: GameNames;
  /** Whether the operator has a chat. */
  chat: boolean;
}

/**
 * One movement: type, time, reference, amount and, unless it succeeded, a badge with the status. It leads to its receipt,
 * where one can ask about it, or without a receipt to the question itself.
 */
export function Movement({ row, games, chat }: Props) {
  const { t, locale, site } = useRequest();
  const { title, detail, icon, sign, tone } = describe(row, { t, locale, games });
  const asks = chat && !row.receipt;
  const status = row.status === "SUCCESS" ? null : STATUS[row.status];
  const markTone: Tone | undefined = status ? status.tone : tone;
  const parts = (
    <>
      <span className="mark" data-tone={markTone}>
        <Icon name={icon} />
      </span>
      <div className="row-main">
        <p className="row-title">{title}</p>
        <p className="row-meta">
          <time dateTime={isoTime(row.createdAt, site.timeZone)}>
            {formatDateTime(row.createdAt, site.timeZone).slice(-8)}
          </time>
          {detail && ` · ${detail}`}
          {row.receipt && (
            <>
              {" · "}
              <span className="number">{row.receipt}</span>
            </>
          )}
        </p>
        {asks && (
          <p className="row-meta">
            <u>{t("chat:ask")}</u>
          </p>
        )}
      </div>
      <div className="row-end">
        <Money amount={row.amount} sign={sign} tone={sign === "+" && !status ? "good" : undefined} />
        {status ? (
          <Badge tone={status.tone} icon={status.icon}>
            {t(STATUS_TEXT[row.status])}
          </Badge>
        ) : (
          <span className="row-meta">{t(STATUS_TEXT.SUCCESS)}</span>
        )}
      </div>
    </>
  );
  if (!row.receipt && !asks) return <li className="row">{parts}</li>;
  return (
    <li>
      <a className="row" href={row.receipt ? `/user/receipt/${row.receipt}` : askPath(row.createdAt)}>
        {parts}
      </a>
    </li>
  );
}
