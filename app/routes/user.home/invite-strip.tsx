import { ButtonLink } from "~/ui/button";
import { Money } from "~/ui/money";
import { useT } from "~/ui/request";

/** The invite bonus that can be received, in minor units. The page that it leads to says what hinders that, if anything. */
export function InviteStrip({ amount, hidden }: { amount: number; hidden: boolean }) {
  const t = useT();
  return (
    <div className="card">
      <p className="section-head">
        <span>
          {t("receipt:whatInvite")} {hidden ? "••••" : <Money amount={amount} />}
        </span>
        <ButtonLink size="small" href="/user/invite/receive">
          {t("home:receive")}
        </ButtonLink>
      </p>
    </div>
  );
}
