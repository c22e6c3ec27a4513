import { filterQuery, isFiltered, type Filter } from "~/features/statement/filter";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useT, type TextKey } from "~/ui/request";

interface Props {
  page: number;
  last: number;
  filter: Filter;
}

/** Shown without rows: there are no movements yet, none match the filter, or the page is after the last one. */
export function NoRows({ page, last, filter }: Props) {
  const t = useT();
  const [title, body, way, href]: [TextKey, TextKey, TextKey, string] =
    page > 1
      ? [
          "statement:beyondTitle",
          "statement:beyondBody",
          "statement:toLastPage",
          `/user/statement${filterQuery(filter, last < page ? last : 1)}`,
        ]
      : isFiltered(filter)
        ? ["statement:noMatchTitle", "statement:noMatchBody", "statement:clearFilter", "/user/statement"]
        : ["statement:emptyTitle", "statement:emptyBody", "common:navDeposit", "/user/deposit"];
  return (
    <div className="empty">
      <HeroMark tone="info" icon="statement" />
      <h2>{t(title)}</h2>
      <p>{t(body)}</p>
      <ButtonLink href={href}>{t(way)}</ButtonLink>
    </div>
  );
}
