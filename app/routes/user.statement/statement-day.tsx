import type { ReactNode } from "react";
import { DAY_MS, formatDate } from "~/lib/dates";
import type { GameNames } from "~/features/receipt/words";
import { useRequest } from "~/ui/request";
import { Movement, type Row } from "./statement-row";

interface Props {
  day: string;
  rows: Row[];
  games: GameNames;
  /** Whether the operator has a chat. */
  chat: boolean;
  /** Shown beside the day. */
  aside?: ReactNode;
}

/** The movements of one day. `day` is `DD/MM/YYYY` in the market's zone. */
export function StatementDay({ day, rows, games, chat, aside }: Props) {
  const { t, now, site } = useRequest();
  const id = `day-${day.replaceAll("/", "-")}`;
  const iso = day.split("/").reverse().join("-");
  const today = day === formatDate(now, site.timeZone);
  const yesterday = day === formatDate(now - DAY_MS, site.timeZone);
  return (
    <section className="section" aria-labelledby={id}>
      <header className="section-head">
        <h2 className="list-date" id={id}>
          {today && `${t("statement:today")} `}
          {yesterday && `${t("statement:yesterday")} `}
          <time dateTime={iso}>{day}</time>
        </h2>
        {aside}
      </header>
      <ul className="list">
        {rows.map((row, index) => (
          <Movement key={index} row={row} games={games} chat={chat} />
        ))}
      </ul>
    </section>
  );
}
