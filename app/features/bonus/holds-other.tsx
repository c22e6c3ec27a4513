import { Alert } from "~/ui/alert";
import { useT } from "~/ui/request";

/** Why nothing can be received: the member holds another bonus. */
export function HoldsOther() {
  const t = useT();
  return (
    <Alert tone="info">
      <p>
        {t("bonus:usesOther")} <a href="/user/bonus">{t("bonus:seeHeld")}</a>
      </p>
    </Alert>
  );
}
