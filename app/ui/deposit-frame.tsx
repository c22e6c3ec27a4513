import type { ReactNode } from "react";
import type { Channels } from "../lib/deposit-channels";
import { Alert } from "./alert";
import { Money } from "./money";
import { useT } from "./request";
import { Sheet } from "./sheet";

interface SheetProps {
  back: string;
  /** Minor units; null when the wallet could not be read. */
  balance: number | null;
  children: ReactNode;
}

/** Title and balance of the deposit pages. */
export function DepositSheet({ back, balance, children }: SheetProps) {
  const t = useT();
  const aside = balance !== null && (
    <p className="meta">
      <span className="visually-hidden">{t("common:mainWallet")} </span>
      <Money amount={balance} />
    </p>
  );
  return (
    <Sheet title={t("deposit:title")} back={back} aside={aside}>
      {children}
    </Sheet>
  );
}

/** The tabs of the deposit pages, when there is more than one way. */
export function DepositTabs({ current, channels }: { current: "bank" | "qr"; channels: Channels }) {
  const t = useT();
  if (channels.qr.length === 0 || channels.accounts.length === 0) return null;
  return (
    <nav className="tabs" aria-label={t("deposit:ways")}>
      <a href="/user/deposit" aria-current={current === "bank" ? "page" : undefined}>
        {t("deposit:tabBank")}
      </a>
      <a href={qrHome(channels)} aria-current={current === "qr" ? "page" : undefined}>
        {t("deposit:tabQr")}
      </a>
    </nav>
  );
}

/** The page of the QR channels: the only one's own page, or the list of them. */
export const qrHome = ({ qr }: Channels) => (qr.length === 1 ? `/user/deposit/qr/${qr[0]}` : "/user/deposit?by=qr");

/** Said before paying: a bonus in force is in the way of a deposit. */
export function BonusFirst() {
  const t = useT();
  return (
    <Alert tone="warn">
      <p>
        <strong>{t("deposit:bonusFirst")}</strong>
        <br />
        {t("deposit:bonusFirstMore")}
      </p>
    </Alert>
  );
}
