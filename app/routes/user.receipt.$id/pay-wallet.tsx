import type { TrueWallet } from "~/features/deposit/channels";
import { WalletCard } from "~/features/deposit/wallet-card";
import { formatAmount } from "~/lib/money";
import { ButtonLink } from "~/ui/button";
import { CopyFigure } from "~/ui/copy-figure";
import { useRequest } from "~/ui/request";

interface Props {
  /** Minor units. */
  amount: number;
  wallets: TrueWallet[];
  /** Of this receipt. */
  href: string;
}

/** An announced deposit that has not arrived: what to transfer, and where to, both to copy. */
export function PayWallet({ amount, wallets, href }: Props) {
  const { t, money } = useRequest();
  return (
    <section className="section" aria-labelledby="pay">
      <h2 className="title" id="pay">
        {t("truewallet:payTitle", { amount: money(amount) })}
      </h2>
      {wallets.map((wallet) => (
        <WalletCard key={wallet.walletAccountName} wallet={wallet} />
      ))}
      <div className="card">
        <p className="row-meta">{t("truewallet:addAmount")}</p>
        <CopyFigure>{formatAmount(amount)}</CopyFigure>
      </div>
      <p className="meta" role="status">
        {t("truewallet:payThen")}
      </p>
      <ButtonLink size="large" width="full" href={href}>
        {t("receipt:checkNow")}
      </ButtonLink>
    </section>
  );
}
