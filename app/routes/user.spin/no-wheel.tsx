import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useT } from "~/ui/request";

/** Shown while the operator has no wheel. */
export function NoWheel() {
  const t = useT();
  return (
    <div className="empty">
      <HeroMark tone="info" icon="spin" />
      <h2>{t("spin:noWheel")}</h2>
      <p>{t("spin:noWheelMore")}</p>
      <ButtonLink href="/user/home">{t("common:backHome")}</ButtonLink>
    </div>
  );
}
