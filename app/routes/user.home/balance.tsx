import { formatRecent, isoTime } from "~/lib/dates";
import { ButtonLink } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { Holding } from "~/ui/holding";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";

interface Props {
  name: string;
  /** When the game balances were last refreshed, in epoch milliseconds; null if that is not known. */
  refreshedAt: number | null;
  /**
   * Minor units, null where a balance could not be read. `at`: time of the last known balance, in epoch milliseconds; null:
   * it is current. Null if nothing is known.
   */
  balance: { total: number | null; wallet: number | null; at: number | null } | null;
}

/** The head of the home page: name, balance, the time of the last refresh, and the buttons for deposit and withdrawal. */
export function Balance({ name, refreshedAt, balance }: Props) {
  const { t } = useRequest();
  return (
    <section className="cloth balance" aria-labelledby="balance-title">
      <div className="balance-head">
        <p>{t("home:greeting", { name })}</p>
        <form method="post" action="/user/refresh">
          <CsrfToken />
          <button type="submit" className="icon-button" data-width="auto">
            <Icon name="refresh" size="small" />
            {refreshedAt === null ? (
              t("home:refresh")
            ) : (
              <>
                <span className="visually-hidden">{t("home:refresh")}: </span>
                {t("home:updated")} <Recent at={refreshedAt} />
              </>
            )}
          </button>
        </form>
      </div>
      <h1 className="balance-title" id="balance-title">
        {t("home:total")}
      </h1>
      {balance ? (
        <>
          <p>
            <Holding amount={balance.total} size="display" />
          </p>
          <p className="meta">
            {t("home:inWallet")} <Holding amount={balance.wallet} />
          </p>
          {balance.at !== null && (
            <p className="meta">
              {t("home:asOf")} <Recent at={balance.at} />
            </p>
          )}
        </>
      ) : (
        <p className="meta">{t("home:unknownTotal")}</p>
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

function Recent({ at }: { at: number }) {
  const { now, site } = useRequest();
  return <time dateTime={isoTime(at, site.timeZone)}>{formatRecent(at, now, site.timeZone)}</time>;
}
