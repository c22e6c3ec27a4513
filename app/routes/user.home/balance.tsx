import { formatTime, isoTime } from "~/lib/dates";
import { ButtonLink } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { Holding } from "~/ui/holding";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";

interface Props {
  name: string;
  /** Minor units; null if it, or a balance, could not be read. */
  wallet: { total: number | null; amount: number | null } | null;
}

/** The head of the home page: name, balance, its time, and the buttons for deposit and withdrawal. */
export function Balance({ name, wallet }: Props) {
  const { t, now, site } = useRequest();
  return (
    <section className="cloth balance" aria-labelledby="balance-title">
      <div className="balance-head">
        <p>{t("home:greeting", { name })}</p>
        <form method="post" action="/user/refresh">
          <CsrfToken />
          <button type="submit" className="icon-button" data-width="auto">
            <Icon name="refresh" size="small" />
            <span className="visually-hidden">{t("home:refresh")}: </span>
            {wallet ? t("home:updated") : t("home:refresh")}{" "}
            {wallet && <time dateTime={isoTime(now, site.timeZone)}>{formatTime(now, site.timeZone)}</time>}
          </button>
        </form>
      </div>
      <h1 className="balance-title" id="balance-title">
        {t("home:total")}
      </h1>
      {wallet ? (
        <>
          <p>
            <Holding amount={wallet.total} size="display" />
          </p>
          <p className="meta">
            {t("home:inWallet")} <Holding amount={wallet.amount} />
          </p>
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
