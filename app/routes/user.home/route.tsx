import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { AgreementDialog } from "~/features/agreement/agreement-dialog";
import { dueAgreement } from "~/features/agreement/read";
import { inviteHindrance } from "~/features/invite/offer";
import { totalOf } from "~/features/wallet/accounts";
import { pictureFrom } from "~/lib/picture";
import { Alert } from "~/ui/alert";
import { AskSupport } from "~/ui/ask-support";
import { ButtonLink } from "~/ui/button";
import { Hub } from "~/ui/hub";
import { useRequest } from "~/ui/request";
import { Unread } from "~/ui/unread";
import type { RouteHandle } from "~/root";
import { Balance } from "./balance";
import { Games } from "./games";
import { InviteStrip } from "./invite-strip";
import { Shortcuts } from "./shortcuts";

export const handle: RouteHandle = { title: "common:home", ground: "cloth" };

/** If the wallet cannot be read, the page shows the last known balance, and the name from the session. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { operator, lastKnown, site, hidesBalance } = context;
  const [wallet, known, agreement, wheel] = await Promise.all([
    soft(operator.getWallet()),
    lastKnown.read(),
    dueAgreement(context),
    soft(operator.spinActive()),
  ]);
  const { refreshedAt = null, balance = null } = known;
  const wanted = new URL(request.url).searchParams.get("q")?.trim().slice(0, 40) ?? null;
  const name = wallet?.profile?.name || context.requireMember().name;
  if (!wallet)
    return {
      name,
      refreshedAt,
      balance,
      unread: 0,
      games: null,
      hidesBalance,
      wanted,
      agreement,
      ...NOTHING,
      failed: true,
    };
  const amount = wallet.invite?.amount ?? 0;
  const current = { total: totalOf(wallet), wallet: wallet.wallet.amount };
  return {
    name,
    hidesBalance,
    wanted,
    agreement,
    coins: wheel?.isActive ? (wallet.profile?.coin ?? 0) : null,
    invite: amount > 0 ? { amount, ...(await inviteHindrance(context)) } : null,
    refreshedAt,
    balance: { ...current, at: null },
    unread: wallet.unread,
    games: wallet.slots.map(({ code, name, category, isActive, amount, ftWalletSlot, logo, background }) => ({
      code,
      name: name || code,
      category,
      isActive,
      amount,
      rate: ftWalletSlot,
      logo: pictureFrom(logo, site.imageHosts),
      background: pictureFrom(background, site.imageHosts),
    })),
  };
}

/** What only the wallet tells. */
const NOTHING = { coins: null, invite: null };

/** Hides the amounts in this browser, or shows them again. */
export async function action({ request, context }: ActionFunctionArgs) {
  context.hideBalance((await request.formData()).get("hide") === "1");
  return redirect("/user/home", 303);
}

export default function Home() {
  const { name, refreshedAt, balance, unread, games, hidesBalance, wanted, agreement, coins, invite } =
    useLoaderData<typeof loader>();
  return (
    <>
      <AgreementDialog agreement={agreement} />
      <Hub ground="cloth">
        <main id="main">
          <Balance name={name} refreshedAt={refreshedAt} balance={balance} games={games} hidden={hidesBalance} />
          <div className="page" data-width="wide">
            {!games && <WalletNotLoaded />}
            {invite && <InviteStrip {...invite} hidden={hidesBalance} />}
            <Shortcuts coins={coins} />
            {games && <Games games={games} hidden={hidesBalance} wanted={wanted} />}
            <Unread count={unread} />
          </div>
        </main>
      </Hub>
    </>
  );
}

/**
 * Says what `NotLoaded` says, in a notice: the last known balance stays in view above it, and home, which is the first page
 * of a visit, does not carry styles for another look.
 */
function WalletNotLoaded() {
  const { t, requestId, trouble, translateMessage } = useRequest();
  return (
    <Alert tone="bad" role="alert" focus>
      <div className="section">
        <div>
          <strong>{t("home:notLoaded")}</strong>
          <p>{trouble ? translateMessage(trouble) : t("common:notLoadedBody")}</p>
        </div>
        <ButtonLink size="large" width="full" href="/user/home">
          {t("common:tryAgain")}
        </ButtonLink>
        <AskSupport look="button" />
        <p className="meta">
          {t("common:reference")} {requestId}
        </p>
      </div>
    </Alert>
  );
}
