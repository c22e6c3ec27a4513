import type { TrueWallet } from "./channels";
import { BankRow } from "~/ui/bank-row";
import { CopyFigure } from "~/ui/copy-figure";
import { useT } from "~/ui/request";

/** A phone number in the operator's name for a wallet. */
const PHONE = /\d(?:[\s-]?\d){8,}/;

/** A truewallet account to transfer to. */
export function WalletCard({ wallet: { walletAccountName } }: { wallet: TrueWallet }) {
  const t = useT();
  const phone = PHONE.exec(walletAccountName)?.[0];
  const name = walletAccountName.replace(phone ?? "", "").trim();
  return (
    <div className="card">
      <BankRow code="TRUE">
        <p className="row-title">{name || t("receipt:trueWallet")}</p>
        {name && <p className="row-meta">{t("receipt:trueWallet")}</p>}
      </BankRow>
      {phone && <CopyFigure>{phone}</CopyFigure>}
    </div>
  );
}
