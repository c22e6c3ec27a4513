import { holdingText, type Wallet } from "~/features/wallet/accounts";
import type { Withdrawable } from "~/features/withdraw/bounds";
import { groupAccountNumber } from "~/lib/account-number";
import { bankOf, needsEnglishName } from "~/lib/banks";
import { BankRow } from "~/ui/bank-row";
import { Holding } from "~/ui/holding";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";

const LABELS = {
  all: { available: "withdraw:available", held: "home:total" },
  wallet: { available: "withdraw:availableWallet", held: "common:mainWallet" },
} as const;

interface Props {
  holdings: Withdrawable;
  account: Wallet["bankAccount"] | null;
  /** Whether nothing can be withdrawn now: the amount is then not called available. */
  blocked: boolean;
}

/** The available amount, and the bank account it goes to. */
export function AccountsCard({ holdings: { wallet, games, available }, account, blocked }: Props) {
  const { t, money, locale, site } = useRequest();
  const gathers = site.withdrawCall === "withdrawAll";
  const label = gathers ? LABELS.all : LABELS.wallet;
  return (
    <div className="card">
      <div className="row">
        <span className="mark" data-tone="info">
          <Icon name="wallet" />
        </span>
        <div className="row-main">
          <p className="row-meta">{t(blocked ? label.held : label.available)}</p>
          <p>
            <Holding amount={available} />
          </p>
          {gathers && games !== 0 && (
            <p className="row-meta">
              {t("withdraw:split", {
                wallet: holdingText(wallet, { t, money }),
                games: holdingText(games, { t, money }),
              })}
            </p>
          )}
        </div>
      </div>
      {account && (
        <>
          <hr />
          <BankRow code={account.bankCode}>
            <p className="row-meta">{t("withdraw:toBank", { bank: bankOf(account, locale) })}</p>
            <p className="row-title">
              <span className="number">{groupAccountNumber(account.bankAccountNo)}</span>
            </p>
            <p className="row-meta">{account.bankAccountName}</p>
          </BankRow>
          {needsEnglishName(account) && (
            <p className="meta">
              {t("profile:needsEnglish")} <a href="/user/profile/bank-name">{t("profile:fixName")}</a>
            </p>
          )}
        </>
      )}
    </div>
  );
}
