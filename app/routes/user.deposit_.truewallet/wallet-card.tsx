import type { TrueWallet } from "~/lib/deposit-channels";
import { BankRow } from "~/ui/bank-row";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";

/** A phone number inside the operator's name of a wallet. */
const PHONE = /\d(?:[\s-]?\d){8,}/;

/** A true-wallet account to transfer to: the number selects as a whole, and is copied where scripts run. */
export function WalletCard({ wallet: { walletAccountName } }: { wallet: TrueWallet }) {
  const { t } = useRequest();
  const phone = PHONE.exec(walletAccountName)?.[0];
  const name = walletAccountName.replace(phone ?? "", "").trim();
  const digits = phone?.replace(/\D/g, "");
  return (
    <div className="card">
      <BankRow code="TRUE">
        <p className="row-title">{name || t("operation:trueWallet")}</p>
        {name && <p className="row-meta">{t("operation:trueWallet")}</p>}
      </BankRow>
      {phone && (
        <div className="card-figure">
          <code>{phone}</code>
          <button
            type="button"
            className="button"
            data-variant="secondary"
            data-size="small"
            data-needs="js"
            data-copy={digits}
            data-copied={t("common:copied", { text: digits! })}
            data-copy-failed={t("common:copyFailed")}
          >
            <Icon name="copy" />
            {t("common:copy")}
            <span className="visually-hidden"> {digits}</span>
          </button>
        </div>
      )}
    </div>
  );
}
