import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useT } from "~/ui/request";

/** Nothing to show: no movement at all yet, or a page behind the last one. */
export function NoRows({ page, last }: { page: number; last: number }) {
  const t = useT();
  const beyond = page > 1;
  return (
    <div className="empty">
      <HeroMark tone="info" icon="statement" />
      <h2>{t(beyond ? "statement:beyondTitle" : "statement:emptyTitle")}</h2>
      <p>{t(beyond ? "statement:beyondBody" : "statement:emptyBody")}</p>
      {beyond ? (
        <ButtonLink href={`/user/statement?page=${last < page ? last : 1}`}>{t("statement:toLastPage")}</ButtonLink>
      ) : (
        <ButtonLink href="/user/deposit">{t("common:navDeposit")}</ButtonLink>
      )}
    </div>
  );
}
