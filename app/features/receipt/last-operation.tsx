import type { OpView } from "../../../server/operations/types";
import { DAY_MS, formatDateTime, isoTime } from "~/lib/dates";
import { Alert } from "~/ui/alert";
import { factsOf, placeName, stateOf, WORDS } from "./words";
import { useRequest } from "~/ui/request";

/** One line about the member's last operation, above every money form; nothing if it is older than a day. */
export function LastOperation({ op }: { op: Pick<OpView, "id" | "op" | "state" | "input" | "startedAt"> | null }) {
  const { t, money, now, locale, site } = useRequest();
  if (!op || now - op.startedAt > DAY_MS) return null;
  const { from, to, amount, bankCode } = factsOf(op.input);
  const name = (code: string | null) => (code ? placeName(code, { t, locale }) : "");
  const state = stateOf(op.op, op.state);
  return (
    <Alert tone={state.tone}>
      <strong>{t("receipt:lastTitle")}</strong>
      <p>
        {t(WORDS[op.op].what, { from: name(from), to: name(to), bank: name(bankCode) })}
        {amount !== null && ` · ${money(amount)}`} · {t(state.word)}
      </p>
      <p>
        <time dateTime={isoTime(op.startedAt, site.timeZone)}>{formatDateTime(op.startedAt, site.timeZone)}</time> ·{" "}
        <a href={`/user/receipt/${op.id}`}>{t("receipt:seeReceipt")}</a>
      </p>
    </Alert>
  );
}
