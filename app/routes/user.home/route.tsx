import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { soft } from "~/actions";
import { totalOf } from "~/features/wallet/accounts";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Hub } from "~/ui/hub";
import { useRequest } from "~/ui/request";
import { Unread } from "~/ui/unread";
import type { RouteHandle } from "~/root";
import { Balance } from "./balance";
import { Games } from "./games";
import { Shortcuts } from "./shortcuts";

export const handle: RouteHandle = { title: "common:home", ground: "cloth" };

/** If the wallet cannot be read, the page shows the last known balance, and the name from the session. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { operator, lastKnown, now } = context;
  const [wallet, known] = await Promise.all([soft(operator.getWallet()), lastKnown.read()]);
  const { refreshedAt = null, balance = null } = known;
  if (!wallet) return { name: context.requireMember().name, refreshedAt, balance, unread: 0, games: null };
  const current = { total: totalOf(wallet), wallet: wallet.wallet.amount };
  const { total, wallet: main } = current;
  if (total !== null && main !== null) await lastKnown.note({ balance: { total, wallet: main, at: now } });
  return {
    name: wallet.profile?.name || context.requireMember().name,
    refreshedAt,
    balance: { ...current, at: null },
    unread: wallet.unread,
    games: wallet.slots.map(({ code, name, category, isActive, amount, ftWalletSlot }) => ({
      code,
      name: name || code,
      category,
      isActive,
      amount,
      rate: ftWalletSlot,
    })),
  };
}

export default function Home() {
  const { name, refreshedAt, balance, unread, games } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  return (
    <Hub ground="cloth">
      <main id="main">
        <Balance name={name} refreshedAt={refreshedAt} balance={balance} />
        <div className="page" data-width="wide">
          {!games && (
            <Alert tone="bad" role="alert">
              <strong>{t("home:notLoaded")}</strong>
              <p>{t("home:notLoadedBody")}</p>
              <p>
                <a href="/user/home">{t("common:tryAgain")}</a>
              </p>
            </Alert>
          )}
          <Shortcuts />
          {games && <Games games={games} />}
          <Unread count={unread} />
          <p className="cluster" data-justify="center">
            <ButtonLink variant="quiet" size="small" href="/user/sessions">
              {t("sessions:title")}
            </ButtonLink>
          </p>
        </div>
      </main>
    </Hub>
  );
}
