import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { useT } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

/** After a lost answer: only a sign-in tells which password holds. */
export function NotKnown() {
  const t = useT();
  return (
    <Sheet title={t("password:title")} back="/user/profile">
      <form method="post" action="/logout">
        <CsrfToken />
        <SheetBody>
          <Alert tone="warn" role="alert" focus>
            <strong>{t("password:unknown")}</strong>
            <p>{t("password:unknownMore")}</p>
          </Alert>
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("password:tryNew")}
          </Button>
          <ButtonLink variant="secondary" width="full" href="/user/profile">
            {t("password:backToProfile")}
          </ButtonLink>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
