import type { Offer } from "~/features/wallet/reward";
import { Button, ButtonLink } from "~/ui/button";
import { Money } from "~/ui/money";
import { useRequest } from "~/ui/request";

interface Props extends Pick<Offer, "hindrance" | "refusal"> {
  /** Minor units, above 0. */
  amount: number;
  hidden: boolean;
}

/** The invite bonus with the way to it, or the reason why it cannot be received now. */
export function InviteStrip({ amount, hidden, hindrance, refusal }: Props) {
  const { t, translateMessage } = useRequest();
  const reason = hindrance ?? refusal;
  return (
    <div className="card">
      <p className="section-head">
        <span>
          {t("receipt:whatInvite")} {hidden ? "••••" : <Money amount={amount} />}
        </span>
        {hindrance ? (
          <Button type="button" size="small" disabled aria-describedby="reason">
            {t("home:receive")}
          </Button>
        ) : (
          <ButtonLink size="small" href="/user/invite/receive">
            {t("home:receive")}
          </ButtonLink>
        )}
      </p>
      {reason && (
        <p className="meta" id="reason">
          {translateMessage(reason)}
        </p>
      )}
    </div>
  );
}
