import { Alert } from "~/ui/alert";
import { WayOnFor } from "~/ui/ask-support";
import { Button, ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Icon, type IconName } from "~/ui/icon";
import { Money } from "~/ui/money";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest } from "~/ui/request";
import { HELD, isBare, type Offer } from "./reward";

interface Props {
  offer: Offer;
  title: string;
  icon: IconName;
  /** The page that confirms it, and the text of the link to it. */
  href: string;
  action: string;
}

/** What the member can receive, with the way to it or the reason why there is none now. */
export function RewardCard({ offer: { reward, hindrance, refusal }, title, icon, href, action }: Props) {
  const { t, translateMessage } = useRequest();
  if (!reward) return <NotLoaded />;
  const reason = hindrance ?? refusal;
  return (
    <>
      <section className="card" aria-labelledby="reward">
        <div className="row">
          <span className="mark" data-tone="play">
            <Icon name={icon} />
          </span>
          <div className="row-main">
            <h2 className="row-meta" id="reward">
              {title}
            </h2>
            <p>
              <Money amount={reward.amount} size="large" />
            </p>
          </div>
        </div>
        {!isBare(reward) && (
          <Facts
            pairs={[
              [t("wallet:success"), `${reward.success}%`],
              [t("wallet:fail"), `${reward.fail}%`],
            ]}
          />
        )}
        {hindrance ? (
          <Button type="button" width="full" disabled aria-describedby="reason">
            {action}
          </Button>
        ) : (
          <ButtonLink variant="play" width="full" href={href}>
            {action}
          </ButtonLink>
        )}
      </section>
      {reason && (
        <Alert tone={hindrance === HELD ? "warn" : "info"}>
          <p id="reason">
            {translateMessage(reason)} <WayOnFor error={reason} />
          </p>
          {hindrance === HELD && (
            <a className="link" href="/user/bonus">
              {t("wallet:seeBonus")}
            </a>
          )}
        </Alert>
      )}
    </>
  );
}
