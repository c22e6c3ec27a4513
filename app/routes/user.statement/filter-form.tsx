import { dayOf } from "~/lib/dates";
import { filterQuery, isFiltered, periods, TYPES, type Filter } from "~/features/statement/filter";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";
import { periodText, typeText } from "~/features/statement/parts";
import { TYPE_TEXT } from "~/features/statement/text";

interface Props {
  filter: Filter;
  /** Typed texts that are not valid days. */
  wrong: { from?: string; to?: string };
}

/** The form of the filter, with links to download and print the result. */
export function FilterForm({ filter, wrong }: Props) {
  const { t, now, site } = useRequest();
  const query = filterQuery(filter);
  return (
    <section className="card" aria-label={t("statement:filter")}>
      <div className="cluster" role="group" aria-label={t("statement:periods")}>
        {periods(now, site.timeZone).map(({ text, from, to }) => (
          <ButtonLink
            key={text}
            variant="secondary"
            size="small"
            href={`/user/statement${filterQuery({ type: filter.type, from, to })}`}
            aria-current={from === filter.from && to === filter.to ? "true" : undefined}
          >
            {t(text)}
          </ButtonLink>
        ))}
      </div>
      <form method="get" action="/user/statement" className="stack">
        <div className="field">
          <label className="field-label" htmlFor="type">
            {t("statement:type")}
          </label>
          <div className="field-control">
            <select id="type" name="type" defaultValue={filter.type ?? ""}>
              <option value="">{t("statement:allTypes")}</option>
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {t(TYPE_TEXT[type])}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </div>
        </div>
        <DayField name="from" label={t("statement:fromDay")} day={filter.from} wrong={wrong.from} />
        <DayField name="to" label={t("statement:toDay")} day={filter.to} wrong={wrong.to} />
        <Button variant="secondary" width="full">
          {t("statement:show")}
        </Button>
      </form>
      <div className="button-row">
        <ButtonLink variant="quiet" href={`/user/statement/csv${query}`}>
          {t("statement:csv")}
        </ButtonLink>
        <ButtonLink variant="quiet" href={`/user/statement/print${query}`}>
          {t("statement:printView")}
        </ButtonLink>
      </div>
    </section>
  );
}

interface DayProps {
  name: "from" | "to";
  label: string;
  day: string | null;
  wrong?: string;
}

function DayField({ name, label, day, wrong }: DayProps) {
  const { t, now, site } = useRequest();
  const fault = wrong === undefined ? undefined : `${name}-error`;
  return (
    <div className="field" data-state={fault && "error"}>
      <label className="field-label" htmlFor={name}>
        {label}
      </label>
      <div className="field-control">
        <input
          id={name}
          name={name}
          // A date input would not show an invalid text.
          type={fault ? "text" : "date"}
          max={fault ? undefined : dayOf(now, site.timeZone)}
          defaultValue={wrong ?? day ?? ""}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault}
          // Of both days, browsers focus the first.
          autoFocus={fault !== undefined}
        />
      </div>
      {fault && (
        <p className="field-error" id={fault}>
          <Icon name="failed" />
          <span>{t("statement:dayMalformed")}</span>
        </p>
      )}
    </div>
  );
}

/** The active filter, with a link that removes it. */
export function ActiveFilter({ filter }: { filter: Filter }) {
  const { t } = useRequest();
  if (!isFiltered(filter)) return null;
  return (
    <div className="section-head">
      <h2>
        {typeText(filter, t)} · {periodText(filter, t)}
      </h2>
      <a className="section-link" href="/user/statement">
        {t("statement:clearFilter")}
      </a>
    </div>
  );
}
