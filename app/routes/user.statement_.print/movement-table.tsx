import type { StatementRow } from "../../../server/operator/contract/statement";
import { formatDateTime } from "~/lib/dates";
import { CardTable } from "~/ui/card-table";
import { Money } from "~/ui/money";
import type { GameNames } from "~/features/receipt/words";
import { useRequest } from "~/ui/request";
import { describe, STATUS_TEXT } from "~/features/statement/text";

interface Props {
  rows: (Omit<StatementRow, "createdAt"> & { createdAt: string })[];
  games: GameNames;
}

/** Movements as a table. */
export function MovementTable({ rows, games }: Props) {
  const { t, locale, site } = useRequest();
  const heads = [t("common:time"), t("common:amount"), t("statement:description"), t("common:status")] as const;
  if (rows.length === 0) return <p>{t("statement:noMatchTitle")}</p>;
  return (
    <CardTable heads={heads} aria-label={t("statement:title")}>
      {rows.map((row, index) => {
        const { title, detail, sign } = describe(row, { t, locale, games });
        return (
          <tr key={index} role="row">
            <td role="cell" data-label={heads[0]}>
              {formatDateTime(row.createdAt, site.timeZone)}
            </td>
            <td role="cell" data-label={heads[1]}>
              <Money amount={row.amount} sign={sign} />
            </td>
            <td role="cell" data-label={heads[2]}>
              {detail ? `${title} · ${detail}` : title}
            </td>
            <td role="cell" data-label={heads[3]}>
              {t(STATUS_TEXT[row.status])}
            </td>
          </tr>
        );
      })}
    </CardTable>
  );
}
