import { groupAccountNumber } from "~/lib/account-number";
import { bankOf } from "~/lib/banks";
import type { DepositAccount } from "~/lib/deposit-channels";
import { BankRow } from "~/ui/bank-row";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";

/** An account to pay into: digits that select as a whole, and a copy button where scripts run. */
export function AccountCard({ account }: { account: DepositAccount }) {
  const { t, locale } = useRequest();
  const digits = account.bankAccountNo.replace(/\D/g, "");
  return (
    <div className="card">
      <BankRow code={account.bankCode}>
        <p className="row-title">{bankOf(account, locale)}</p>
        <p className="row-meta">{account.bankAccountName}</p>
      </BankRow>
      <div className="card-figure">
        <code>{groupAccountNumber(account.bankAccountNo)}</code>
        <button
          type="button"
          className="button"
          data-variant="secondary"
          data-size="small"
          data-needs="js"
          data-copy={digits}
          data-copied={t("common:copied", { text: digits })}
          data-copy-failed={t("common:copyFailed")}
        >
          <Icon name="copy" />
          {t("common:copy")}
          <span className="visually-hidden"> {digits}</span>
        </button>
      </div>
    </div>
  );
}
