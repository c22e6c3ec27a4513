import { stepPath } from "~/features/register/steps";
import { timeLeft } from "~/features/register/time-left";
import { formatRecent, isoTime, MINUTE_MS } from "~/lib/dates";
import { HeroMark } from "~/ui/alert";
import { AskSupport } from "~/ui/ask-support";
import { ButtonLink } from "~/ui/button";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";

interface Props {
  /** For display. */
  phone: string;
  /** Epoch milliseconds. */
  until: number;
}

/** Too many codes: until when the phone is blocked, how long that is, and what the member can do meanwhile. */
export function Locked({ phone, until }: Props) {
  const { t, now, site } = useRequest();
  const minutes = Math.ceil((until - now) / MINUTE_MS);
  // Rounded up: who comes at the minute that is shown is not refused again.
  const end = Math.ceil(until / MINUTE_MS) * MINUTE_MS;
  return (
    <Sheet title={t("register:title")} back="/login" close>
      <SheetBody align="center">
        <HeroMark tone="warn" icon="lock" />
        <div className="stack" data-gap="small" data-align="center" role="alert" tabIndex={-1} autoFocus>
          <h2 className="title">{t("register:blockedHeading")}</h2>
          <p>{t("register:blockedWhy", { phone })}</p>
          <p>
            <strong>
              <time dateTime={isoTime(end, site.timeZone)}>
                {t("register:blockedUntil", { time: formatRecent(end, now, site.timeZone) })}
              </time>
            </strong>
          </p>
          <p className="meta">{timeLeft(t, minutes)}</p>
        </div>
        <AskSupport />
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
