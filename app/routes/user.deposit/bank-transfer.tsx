import { groupAccountNumber } from "~/lib/account-number";
import type { Wallet } from "~/features/wallet/accounts";
import { bankOf } from "~/lib/banks";
import type { DepositAccount } from "~/features/deposit/channels";
import type { Support } from "~/features/contact/support";
import { BankRow } from "~/ui/bank-row";
import { useRequest } from "~/ui/request";
import { SupportLink } from "~/features/contact/support-link";
import { AccountCard } from "./account-card";

interface Props {
  accounts: DepositAccount[];
  /** The member's own bank account; null if it could not be read. */
  own: Wallet["bankAccount"] | null;
  support: Support | null;
}

/** Explains a bank transfer: the account to pay to, the account to pay from, and what happens then. */
export function BankTransfer({ accounts, own, support }: Props) {
  const { t, locale } = useRequest();
  return (
    <>
      <section className="section" aria-labelledby="to">
        <h2 id="to">{t(accounts.length === 1 ? "deposit:toAccount" : "deposit:toAccounts")}</h2>
        {accounts.map((account) => (
          <AccountCard key={account.bankCode + account.bankAccountNo} account={account} />
        ))}
      </section>
      {own?.bankAccountNo && (
        <section className="section" aria-labelledby="from">
          <h2 id="from">{t("deposit:fromYours")}</h2>
          <div className="card">
            <BankRow code={own.bankCode}>
              <p className="row-title">
                {bankOf(own, locale)} <span className="number">{groupAccountNumber(own.bankAccountNo)}</span>
              </p>
              <p className="row-meta">{own.bankAccountName}</p>
            </BankRow>
          </div>
        </section>
      )}
      <ol className="timeline">
        <li>
          <strong>{t("deposit:stepTransfer")}</strong>
        </li>
        <li>
          <strong>{t("deposit:stepWait")}</strong>
          <span className="meta">{t("deposit:stepWaitMore")}</span>
        </li>
        <li>
          <strong>{t("deposit:stepLate")}</strong>
          <span className="meta">
            <a href="/user/slips?from=deposit">{t("deposit:stepLateMore")}</a> <SupportLink support={support} />
          </span>
        </li>
      </ol>
    </>
  );
}
