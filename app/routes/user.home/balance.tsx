import { formatRecent, isoTime } from "~/lib/dates";
import { relativeTime } from "~/lib/relative-time";
import { ButtonLink } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { Holding } from "~/ui/holding";
import { Icon } from "~/ui/icon";
import { useRequest, useT } from "~/ui/request";
import type { Game } from "./games";

interface Props {
  name: string;
  /** When the game balances were last refreshed, in epoch milliseconds; null if that is not known. */
  refreshedAt: number | null;
  /**
   * Minor units, null where a balance could not be read. `at`: time of the last known balance, in epoch milliseconds; null:
   * it is current. Null if nothing is known.
   */
  balance: { total: number | null; wallet: number | null; at: number | null } | null;
  /** Null if they could not be read. */
  games: Game[] | null;
  /** Whether the member has hidden the amounts. */
  hidden: boolean;
}

/** The head of the home page: name, balance, the time of the last refresh, and the buttons for deposit and withdrawal. */
export function Balance({ name, refreshedAt, balance, games, hidden }: Props) {
  const { t, now, locale } = useRequest();
  return (
    <section className="cloth balance" aria-labelledby="balance-title">
      <div className="balance-head">
        <p>{t("home:greeting", { name })}</p>
        <form id="refresh" className="cluster balance-tools" method="post" action="/user/refresh">
          <CsrfToken />
          <button className="icon-button" data-width="auto">
            <Icon name="refresh" size="small" />
            {refreshedAt === null ? (
              t("home:refresh")
            ) : (
              <>
                <span className="visually-hidden">{t("home:refresh")}: </span>
                <span>
                  {t("home:updated")} <Recent at={refreshedAt} />
                </span>
              </>
            )}
          </button>
          {balance && <HideToggle hidden={hidden} />}
        </form>
      </div>
      <h1 className="balance-title" id="balance-title">
        {t("home:total")}
      </h1>
      {!balance ? (
        <p className="meta">{t("home:unknownTotal")}</p>
      ) : hidden ? (
        <p>
          <span className="money" data-size="display" aria-hidden="true">
            ••••••
          </span>
          <span className="visually-hidden">{t("home:hidden")}</span>
        </p>
      ) : (
        <>
          <p>
            <Holding amount={balance.total} size="display" />
          </p>
          <details className="menu">
            <summary className="meta link">
              <span>
                {t("home:inWallet")} <Holding amount={balance.wallet} />
              </span>
              <Icon name="down" size="small" />
            </summary>
            <ul>
              {(games ?? [])
                .filter(({ isActive, amount }) => isActive && amount !== 0)
                .map((game) => (
                  <li key={game.code} className="section-head meta">
                    {game.name} <Holding amount={game.amount} />
                  </li>
                ))}
            </ul>
          </details>
        </>
      )}
      {balance && balance.at !== null && (
        <p className="meta">
          {t("home:asOf")} <Recent at={balance.at} /> · {relativeTime(balance.at, now, locale)}
        </p>
      )}
      <div className="button-row">
        <ButtonLink variant="cloth" size="large" href="/user/deposit">
          <Icon name="deposit" />
          {t("common:navDeposit")}
        </ButtonLink>
        <ButtonLink variant="glass" size="large" href="/user/withdraw">
          <Icon name="withdraw" />
          {t("common:navWithdraw")}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The choice lasts: it is a cookie of this browser. */
function HideToggle({ hidden }: { hidden: boolean }) {
  const t = useT();
  return (
    <button className="icon-button" formAction="/user/home" name="hide" value={hidden ? "0" : "1"}>
      <Icon name={hidden ? "hide" : "show"} />
      <span className="visually-hidden">{t(hidden ? "home:showAmounts" : "home:hideAmounts")}</span>
    </button>
  );
}

function Recent({ at }: { at: number }) {
  const { now, site } = useRequest();
  return <time dateTime={isoTime(at, site.timeZone)}>{formatRecent(at, now, site.timeZone)}</time>;
}
