import { coverageText, grouped, type Coverage } from "./coverage";
import type { Filter } from "./filter";
import type { Sums } from "./sums";
import { formatDay } from "~/lib/dates";
import { Facts } from "~/ui/facts";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";
import { TYPE_TEXT } from "./text";
import type { Translate } from "~/i18n";

/** Says how much of the statement the page is based on. */
export function CoverageLine({ coverage }: { coverage: Coverage }) {
  const { t, site } = useRequest();
  return <p className="meta">{coverageText(coverage, t, site.timeZone)}</p>;
}

/** Shows how much of the statement has been read so far, on a page that reloads itself. */
export function ReadingProgress({ coverage, seconds }: { coverage: Coverage; seconds: number }) {
  const { t, path } = useRequest();
  const { read, total } = coverage;
  return (
    <section className="card" aria-labelledby="reading" data-poll={seconds} data-state={String(read)}>
      <h2 id="reading">{t("statement:readingTitle")}</h2>
      <progress className="progress" aria-labelledby="reading" value={read} max={Math.max(total, 1)} />
      <p>{t("statement:readingCount", { read: grouped(read), total: grouped(total) })}</p>
      <p className="meta">
        {t("statement:readingHelp")} <a href={path}>{t("statement:readingNow")}</a>
      </p>
    </section>
  );
}

/** Money in, money out, their difference, and bonuses separately. */
export function SumFacts({ sums }: { sums: Sums }) {
  const { t } = useRequest();
  const difference = sums.in - sums.out;
  return (
    <Facts
      pairs={[
        [t("statement:moneyIn"), <Money amount={sums.in} />],
        [t("statement:moneyOut"), <Money amount={sums.out} />],
        [t("statement:difference"), <Money amount={difference} sign={difference > 0 ? "+" : undefined} />],
        [t("statement:bonuses"), <Money amount={sums.bonus} />],
      ]}
    />
  );
}

/** The period of a filter as a text. */
export function periodText({ from, to }: Filter, t: Translate): string {
  if (from === null) return to === null ? t("statement:allDays") : t("statement:daysUntil", { to: formatDay(to) });
  if (to === null) return t("statement:daysFrom", { from: formatDay(from) });
  return from === to ? formatDay(from) : t("statement:daysBetween", { from: formatDay(from), to: formatDay(to) });
}

/** The type of a filter as a text. */
export const typeText = ({ type }: Filter, t: Translate) => t(type === null ? "statement:allTypes" : TYPE_TEXT[type]);
