import { stepPath } from "~/features/register/steps";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useT } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

/** Too many codes: until when the phone is blocked, and what the member can do meanwhile. */
export function Locked({ text }: { text: string }) {
  const t = useT();
  return (
    <Sheet title={t("register:title")} back="/login" close>
      <SheetBody align="center">
        <HeroMark tone="warn" icon="lock" />
        <div className="stack" data-gap="small" role="alert">
          <h2 className="title">{t("register:blockedHeading")}</h2>
          <p>{text}</p>
        </div>
      </SheetBody>
      <SheetFoot>
        <ButtonLink size="large" width="full" href={stepPath.phone}>
          {t("register:otherPhone")}
        </ButtonLink>
        <ButtonLink variant="quiet" width="full" href="/login">
          {t("register:backToLogin")}
        </ButtonLink>
      </SheetFoot>
    </Sheet>
  );
}
