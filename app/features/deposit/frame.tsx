import type { Channels } from "./channels";
import { Alert } from "~/ui/alert";
import { NotLoaded } from "~/ui/not-loaded";
import { useRequest, useT } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";

type Way = "bank" | "qr" | "wallet" | "slip";

/**
 * The tabs of the deposit pages; nothing if there is only one channel. If the channels could not be read, the tabs are
 * those that members with this currency usually have.
 */
export function DepositTabs({ current, channels }: { current: Way; channels: Channels | null }) {
  const { t, member } = useRequest();
  const isBaht = member?.currency === "BAHT";
  const has = (list: unknown[] | undefined, usually: boolean) => (list ? list.length > 0 : usually);
  const ways = [
    { way: "bank", href: "/user/deposit", text: "deposit:tabBank", open: has(channels?.accounts, true) },
    { way: "qr", href: qrHome(channels), text: "deposit:tabQr", open: has(channels?.qr, isBaht) },
    { way: "wallet", href: TRUE_WALLET_PAGE, text: "deposit:tabWallet", open: has(channels?.wallets, isBaht) },
    { way: "slip", href: "/user/slips?from=deposit", text: "deposit:tabSlip", open: true },
  ] as const;
  const offered = ways.filter(({ way, open }) => open || way === current);
  if (offered.length < 2) return null;
  return (
    <nav className="tabs" aria-label={t("deposit:ways")}>
      {offered.map(({ way, href, text }) => (
        <a key={way} href={href} aria-current={current === way ? "page" : undefined}>
          {t(text)}
        </a>
      ))}
    </nav>
  );
}

interface NotLoadedProps {
  current: Way;
  /** Null if they could not be read either. */
  channels: Channels | null;
}

/** A deposit page that could not be read. The other ways stay open, slips in any case. */
export function DepositNotLoaded({ current, channels }: NotLoadedProps) {
  const t = useT();
  return (
    <Sheet title={t("deposit:title")} back="/user/home">
      <SheetBody>
        <DepositTabs current={current} channels={channels} />
        <NotLoaded />
      </SheetBody>
    </Sheet>
  );
}

export const TRUE_WALLET_PAGE = "/user/deposit/truewallet";

/** Path of the QR page: that of the provider if there is only one, otherwise the list. */
const qrHome = (channels: Channels | null) =>
  channels?.qr.length === 1 ? `/user/deposit/qr/${channels.qr[0]}` : "/user/deposit?by=qr";

/** Tells the member to end the bonus first: the operator refuses deposits while one is held. */
export function BonusFirst() {
  const t = useT();
  return (
    <Alert tone="warn">
      <p>
        <strong>{t("deposit:bonusFirst")}</strong>
        <br />
        {t("deposit:bonusFirstMore")} {t("deposit:bonusFirstDo")} <a href="/user/bonus">{t("bonus:seeHeld")}</a>
      </p>
    </Alert>
  );
}
