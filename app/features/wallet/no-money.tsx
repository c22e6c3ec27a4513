import { HeroMark } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { useT } from "~/ui/request";

/** In place of a form for transfers that could not be sent: what is missing (money, or a `games` account), and where to get it. */
export function NoMoney({ games }: { games: boolean }) {
  const t = useT();
  return (
    <div className="empty">
      <HeroMark tone="info" icon="transfer" />
      <h2>{t(games ? "transfer:noMoney" : "transfer:noGames")}</h2>
      <p>{t(games ? "transfer:noMoneyMore" : "transfer:noGamesMore")}</p>
      <ButtonLink size="large" width="full" href={games ? "/user/deposit" : "/user/home"}>
        {t(games ? "common:navDeposit" : "transfer:seeGames")}
      </ButtonLink>
    </div>
  );
}
