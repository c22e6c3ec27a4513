import { pageList } from "~/lib/pages";
import { Icon } from "./icon";
import { useT } from "./request";

interface Props {
  page: number;
  last: number;
  href: (page: number) => string;
  /** False: more pages may follow `last`. */
  isLastKnown: boolean;
}

/** Links to the pages around the current one: three before, one after. */
export function Pager({ page: asked, last, href, isLastKnown }: Props) {
  const t = useT();
  // A page beyond the end leads back to the last.
  const page = Math.min(asked, last + 1);
  if (last <= 1) return null;
  return (
    <nav className="pagination" aria-label={t("common:pages")}>
      {page > 1 && (
        <a href={href(page - 1)} rel="prev" aria-label={t("common:previousPage")}>
          <Icon name="previous" />
        </a>
      )}
      {pageList(page, last).map((number) =>
        number === page ? (
          <span key={number} aria-current="page">
            {number}
          </span>
        ) : (
          <a key={number} href={href(number)}>
            {number}
          </a>
        ),
      )}
      {page < last && (
        <a href={href(page + 1)} rel="next" aria-label={t("common:nextPage")}>
          <Icon name="next" />
        </a>
      )}
      {isLastKnown && page <= last && <p className="meta">{t("common:pageOf", { page, last })}</p>}
    </nav>
  );
}
