import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { qrProvider } from "~/features/deposit/channels";
import { OpenQrNotice } from "~/features/qr/open-notice";
import { openQrOf } from "~/features/qr/open-qr";
import { depositPage } from "~/features/deposit/page";
import type { RouteHandle } from "~/root";
import { HeroMark } from "~/ui/alert";
import { BonusFirst, DepositNotLoaded, DepositTabs, TRUE_WALLET_PAGE } from "~/features/deposit/frame";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import { Unread } from "~/ui/unread";
import { SupportLink } from "~/features/contact/support-link";
import { BankTransfer } from "./bank-transfer";
import { QrNotice } from "./notice";
import { QrList } from "./qr-list";

export const handle: RouteHandle = { title: "deposit:title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { channels, ...page } = await depositPage(context);
  const asked = new URL(request.url).searchParams;
  const byQr = asked.get("by") === "qr";
  if (!channels) return json({ ...page, state: "unread" as const, view: viewOf(byQr) }, 503);
  const { accounts, qr, wallets } = channels;
  const about = asked.get("qr");
  if (accounts.length + qr.length === 0 && wallets.length > 0 && !about) throw redirect(TRUE_WALLET_PAGE, 303);
  return json({
    ...page,
    state: "read" as const,
    channels,
    about,
    open: await openQrOf(context, qr),
    providers: qr.flatMap((code) => qrProvider(code, context.site.fpQrMinimum) ?? []),
    view: viewOf((byQr && qr.length > 0) || accounts.length === 0),
  });
}

const viewOf = (byQr: boolean): "qr" | "bank" => (byQr ? "qr" : "bank");

export default function Deposit() {
  const data = useLoaderData<typeof loader>();
  const { t } = useRequest();
  if (data.state === "unread") return <DepositNotLoaded current={data.view} channels={null} />;
  const { channels, about, open, providers, view, own, held, support } = data;
  const nothing = channels.accounts.length === 0 && providers.length === 0;
  return (
    <Sheet title={t("deposit:title")} back="/user/home">
      <SheetBody>
        <DepositTabs current={nothing ? "bank" : view} channels={channels} />
        <QrNotice about={about} />
        {open && <OpenQrNotice qr={open} />}
        {held && <BonusFirst />}
        {nothing && (
          <div className="empty">
            <HeroMark tone="info" icon="bank" />
            <h2>{t("deposit:noChannel")}</h2>
            <p>{t("deposit:noChannelMore")}</p>
            <SupportLink support={support} />
          </div>
        )}
        {!nothing && view === "qr" && <QrList providers={providers} />}
        <Unread count={channels.unread} />
        {view === "bank" && <BankTransfer accounts={channels.accounts} own={own} support={support} />}
      </SheetBody>
    </Sheet>
  );
}
