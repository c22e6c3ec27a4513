import type { SerializeFrom } from "@remix-run/node";
import { formatDateTime, isoTime } from "~/lib/dates";
import { AskBelow } from "~/features/chat/chat-link";
import type { QrCode } from "~/features/deposit/channels";
import { decimal } from "~/lib/money";
import { placeName } from "~/features/receipt/words";
import { Badge, HeroMark } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { FormKey } from "~/ui/form-parts";
import { Money } from "~/ui/money";
import { Reference } from "~/ui/reference";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import type { closedState } from "./qr-state";
import { Trouble, type Answer } from "./trouble";

type Past = { bank: QrCode } & SerializeFrom<Awaited<ReturnType<typeof closedState>>>;
type Paid = Extract<Past, { state: "paid" }>;
type Closed = Extract<Past, { state: "closed" }>;

/** A paid QR: the deposit is in the wallet. */
export function PaidQr({ qr: { amount, at, from, reference, balance, asks } }: { qr: Paid }) {
  const { t, site, locale } = useRequest();
  return (
    <Sheet title={t("deposit:title")} back="/user/home" close>
      <SheetBody align="center">
        <HeroMark tone="good" />
        <div className="stack" data-gap="tight" data-align="center">
          <h2 className="title">{t("qr:paidTitle")}</h2>
          <p>
            <Money amount={amount} sign="+" size="large" />
          </p>
        </div>
        <div className="card">
          <Facts
            pairs={[
              [
                t("common:status"),
                <Badge key="state" tone="good" icon="success">
                  {t("common:success")}
                </Badge>,
              ],
              [t("common:from"), from && placeName(from, { t, locale })],
              [t("common:to"), t("common:mainWallet")],
              [
                t("common:time"),
                <time dateTime={isoTime(at, site.timeZone)}>{formatDateTime(at, site.timeZone)}</time>,
              ],
              [t("common:reference"), <Reference key="id">{reference}</Reference>],
              [
                t("receipt:balanceNow", { account: t("common:mainWallet") }),
                balance === null ? null : <Money amount={balance} />,
              ],
            ]}
          />
        </div>
      </SheetBody>
      <SheetFoot>
        <ButtonLink size="large" width="full" href="/user/home">
          {t("common:backHome")}
        </ButtonLink>
        <ButtonLink variant="quiet" width="full" href="/user/statement">
          {t("common:checkStatement")}
        </ButtonLink>
        <AskBelow reference={asks} />
      </SheetFoot>
    </Sheet>
  );
}

const CLOSED = {
  replaced: "qr:replacedTitle",
  expired: "qr:expiredTitle",
  closed: "qr:closedTitle",
} as const;

/** A QR that must not be paid any more, with a form for a new one of the same amount. */
export function ClosedQr({
  qr: { bank, amount, why, newer, formKey, refresh, asks },
  answer,
}: {
  qr: Closed;
  answer: Answer;
}) {
  const { t, money } = useRequest();
  const page = `/user/deposit/qr/${bank}`;
  const waiting = refresh === null ? {} : { "data-poll": "5", "data-state": "closed" };
  return (
    <Sheet title={t("deposit:title")} back="/user/deposit">
      <SheetBody align="center">
        <Trouble answer={answer} />
        <HeroMark tone="warn" icon="pending" />
        <div className="stack" data-gap="tight" data-align="center" {...waiting}>
          <h2 className="title">{t(CLOSED[why])}</h2>
          <p>
            <Money amount={amount} size="large" />
          </p>
          <p className="meta">{t("qr:closedMore")}</p>
          {newer && (
            <p>
              <a href={newer.href}>
                {t("qr:replacedBy", { name: t(`qr:name${newer.bank}`), amount: money(newer.amount) })}
              </a>
            </p>
          )}
        </div>
      </SheetBody>
      <SheetFoot>
        {formKey && (
          <form method="post" action={page}>
            <FormKey value={formKey} />
            <input type="hidden" name="amount" value={decimal(amount)} />
            <Button size="large" width="full">
              {t("qr:again", { amount: money(amount) })}
            </Button>
          </form>
        )}
        <ButtonLink variant="quiet" width="full" href={page}>
          {t("qr:other")}
        </ButtonLink>
        <AskBelow reference={asks} />
      </SheetFoot>
    </Sheet>
  );
}
