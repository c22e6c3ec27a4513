import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useT } from "~/ui/request";

/** Instead of a promotion: the way to what needs no code. */
export function NoPromotion() {
  const t = useT();
  return (
    <div className="empty">
      <HeroMark tone="info" icon="bonus" />
      <h2>{t("promotion:withoutCode")}</h2>
      <ButtonLink variant="secondary" href="/user/bonus">
        {t("bonus:seeAll")}
      </ButtonLink>
    </div>
  );
}
