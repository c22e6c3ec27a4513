import { groupAccountNumber } from "~/lib/account-number";
import { bankOf } from "~/lib/banks";
import type { DepositAccount } from "~/features/deposit/channels";
import { BankRow } from "~/ui/bank-row";
import { CopyFigure } from "~/ui/copy-figure";
import { useRequest } from "~/ui/request";

/** A deposit account. */
export function AccountCard({ account }: { account: DepositAccount }) {
  const { locale } = useRequest();
  return (
    <div className="card">
      <BankRow code={account.bankCode}>
        <p className="row-title">{bankOf(account, locale)}</p>
        <p className="row-meta">{account.bankAccountName}</p>
      </BankRow>
      <CopyFigure>{groupAccountNumber(account.bankAccountNo)}</CopyFigure>
    </div>
  );
}
