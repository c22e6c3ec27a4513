import type { SerializeFrom } from "@remix-run/node";
import { formatTime, isoTime } from "~/lib/dates";
import type { QrCode } from "~/features/deposit/channels";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { BonusFirst } from "~/features/deposit/frame";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { AskBelow } from "~/features/chat/chat-link";
import { SupportLink } from "~/features/contact/support-link";
import type { presentState } from "./qr-state";
import { SamePhone } from "./same-phone";
import { Trouble, type Answer } from "./trouble";

type Qr = { bank: QrCode } & SerializeFrom<Awaited<ReturnType<typeof presentState>>>;

/** The code to scan, its time of expiry, and instructions for paying it. */
export function OpenQr({ qr, answer }: { qr: Qr; answer: Answer }) {
  const { t, money, path } = useRequest();
  const { bank, image, fault, picture, amount, clock, holder, cancellable, held, support, asks } = qr;
  return (
    <Sheet title={t("qr:scanTitle")} back="/user/deposit">
      <SheetBody>
        <Trouble answer={answer} />
        {held && <BonusFirst />}
        {image ? (
          <section className="card" data-variant="scan" aria-labelledby="qr-amount" data-poll="5" data-state="present">
            <div className="stack" data-gap="tight">
              <p className="meta">{t("qr:scanAmount")}</p>
              <h2 id="qr-amount">{amount === null ? t(`qr:name${bank}`) : <Money amount={amount} size="large" />}</h2>
            </div>
            <img
              className="qr-code"
              src={image}
              width="208"
              height="208"
              alt={amount === null ? t(`qr:name${bank}`) : t("qr:scanAlt", { amount: money(amount) })}
            />
            {clock && <Countdown clock={clock} />}
          </section>
        ) : (
          <Alert tone="bad" role="alert">
            <p>
              <strong>{t(fault === "wrong" ? "qr:scanWrong" : "qr:scanUnreadable")}</strong>
              <br />
              {t("qr:scanUnreadableMore")} <SupportLink support={support} />
            </p>
          </Alert>
        )}
        {image && (
          <Alert tone="warn">
            <p>
              <strong>{t("qr:scanExactly")}</strong>
              <br />
              {holder ? t("qr:scanFrom", { name: holder }) : t("qr:scanFromYours")}
            </p>
          </Alert>
        )}
        {image && (
          <ButtonLink variant={picture ? "quiet" : "secondary"} width="full" href={path}>
            {t("qr:scanPaid")}
          </ButtonLink>
        )}
        {image && <SamePhone expires={clock?.expires ?? null} saves={picture !== null} />}
        {cancellable && (
          <ButtonLink variant="quiet" tone="bad" width="full" href={`/user/deposit/qr/${bank}/cancel`}>
            {t("qr:cancelQr")}
          </ButtonLink>
        )}
        <AskBelow reference={asks} />
      </SheetBody>
      {picture && (
        <SheetFoot>
          <ButtonLink size="large" width="full" href={picture}>
            {t("qr:savePicture")}
          </ButtonLink>
        </SheetFoot>
      )}
    </Sheet>
  );
}

/** The time of expiry, and the remaining time, which counts down if the script runs. */
function Countdown({ clock: { now, left, total, expires } }: { clock: NonNullable<Qr["clock"]> }) {
  const { t, site, nonce } = useRequest();
  return (
    <div className="countdown" role="timer" data-expires={expires} data-now={now}>
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: `.countdown{--left:${left};--total:${total}}` }} />
      <p className="meta">
        <time dateTime={isoTime(expires, site.timeZone)}>
          {t("qr:scanExpires", { time: formatTime(expires, site.timeZone) })}
        </time>
      </p>
      <p className="countdown-clock">
        <span className="visually-hidden">
          {t("qr:scanLeft", { minutes: Math.floor(left / 60), seconds: left % 60 })}
        </span>
      </p>
      <span className="countdown-bar" />
    </div>
  );
}
