import type { LastOp } from "~/features/receipt/last-op";
import { LastOperation } from "~/features/receipt/last-operation";
import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useT } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";

interface Props {
  /** Whether the member has open games, so that only money is missing. */
  games: boolean;
  last: LastOp | null;
}

/** Instead of a form that could not be sent: what is missing, and where to get it. */
export function NothingToTransfer({ games, last }: Props) {
  const t = useT();
  return (
    <Sheet title={t("transfer:title")} back="/user/home">
      <SheetBody>
        <LastOperation op={last} />
        <div className="empty">
          <HeroMark tone="info" icon="transfer" />
          <h2>{t(games ? "transfer:noMoney" : "transfer:noGames")}</h2>
          <p>{t(games ? "transfer:noMoneyMore" : "transfer:noGamesMore")}</p>
          <ButtonLink size="large" width="full" href={games ? "/user/deposit" : "/user/home"}>
            {t(games ? "common:navDeposit" : "transfer:seeGames")}
          </ButtonLink>
        </div>
      </SheetBody>
    </Sheet>
  );
}
