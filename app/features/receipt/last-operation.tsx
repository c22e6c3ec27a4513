import { formatDateTime, isoTime } from "~/lib/dates";
import { Alert } from "~/ui/alert";
import { useRequest } from "~/ui/request";
import type { LastOp } from "./last-op";
import { lookOf } from "./look";
import { factsOf, placeName, WORDS } from "./words";

/** One line about the member's last operation, above every money form: what it was, and its outcome as on its receipt. */
export function LastOperation({ op }: { op: LastOp | null }) {
  const { t, money, locale, site } = useRequest();
  if (!op) return null;
  const { from, to, amount, bankCode } = factsOf(op.input);
  const name = (code: string | null) => (code ? placeName(code, { t, locale, games: op.games }) : "");
  const { heading, tone } = lookOf(op);
  const moved = op.received ?? (amount || null);
  return (
    <Alert tone={tone}>
      <strong>{t("receipt:lastTitle")}</strong>
      <p>
        {t(WORDS[op.op].what, { from: name(from), to: name(to), bank: name(bankCode) })}
        {moved !== null && `\u00a0· ${money(moved)}`}
        {"\u00a0· "}
        {t(heading)}
      </p>
      <p>
        <time dateTime={isoTime(op.startedAt, site.timeZone)}>{formatDateTime(op.startedAt, site.timeZone)}</time> ·{" "}
        <a href={`/user/receipt/${op.id}`}>{t("receipt:seeReceipt")}</a>
      </p>
    </Alert>
  );
}
