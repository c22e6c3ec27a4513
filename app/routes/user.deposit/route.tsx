import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { channelsOf, qrProvider } from "~/features/deposit/channels";
import { soft } from "~/lib/soft";
import { supportOf } from "~/features/contact/support";
import type { RouteHandle } from "~/root";
import { HeroMark } from "~/ui/alert";
import { BonusFirst, DepositSheet, DepositTabs, TRUE_WALLET_PAGE } from "~/features/deposit/frame";
import { useRequest } from "~/ui/request";
import { SheetBody } from "~/ui/sheet";
import { SupportLink } from "~/features/contact/support-link";
import { BankTransfer } from "./bank-transfer";
import { QrList } from "./qr-list";

export const handle: RouteHandle = { title: "deposit:title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, site } = context;
  const [offered, wallet, bonus, support] = await Promise.all([
    soft(operator.lookupDeposit()),
    soft(operator.getWallet()),
    soft(operator.checkActiveBonus()),
    supportOf(context),
  ]);
  const channels = channelsOf(offered, site.giftLinks);
  if (channels.accounts.length + channels.qr.length === 0 && channels.wallets.length > 0)
    throw redirect(TRUE_WALLET_PAGE, 303);
  const byQr = new URL(request.url).searchParams.get("by") === "qr" && channels.qr.length > 0;
  return {
    channels,
    providers: channels.qr.flatMap((code) => qrProvider(code, site.fpQrMinimum) ?? []),
    view: byQr || channels.accounts.length === 0 ? ("qr" as const) : ("bank" as const),
    balance: wallet?.wallet.amount ?? null,
    own: wallet?.bankAccount ?? null,
    held: bonus?.status ?? false,
    support,
  };
}

export default function Deposit() {
  const { channels, providers, view, balance, own, held, support } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  const nothing = channels.accounts.length === 0 && providers.length === 0;
  return (
    <DepositSheet back="/user/home" balance={balance}>
      <SheetBody>
        <DepositTabs current={view} channels={channels} />
        {held && <BonusFirst support={support} />}
        {nothing && (
          <div className="empty">
            <HeroMark tone="info" icon="bank" />
            <h2>{t("deposit:noChannel")}</h2>
            <p>{t("deposit:noChannelMore")}</p>
            <SupportLink support={support} />
          </div>
        )}
        {!nothing && view === "qr" && <QrList providers={providers} />}
        {view === "bank" && <BankTransfer accounts={channels.accounts} own={own} support={support} />}
      </SheetBody>
    </DepositSheet>
  );
}
