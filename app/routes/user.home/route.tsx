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

/** If the wallet cannot be read, the page is shown without it, with the name from the session. */
export async function loader({ context }: LoaderFunctionArgs) {
  const wallet = await soft(context.operator.getWallet());
  if (!wallet) return { name: context.requireMember().name, wallet: null };
  return {
    name: wallet.profile?.name || context.requireMember().name,
    wallet: {
      total: totalOf(wallet),
      amount: wallet.wallet.amount,
      unread: wallet.unread,
      games: wallet.slots.map(({ code, name, category, isActive, amount, ftWalletSlot }) => ({
        code,
        name: name || code,
        category,
        isActive,
        amount,
        rate: ftWalletSlot,
      })),
    },
  };
}

export default function Home() {
  const { name, wallet } = useLoaderData<typeof loader>();
  const { t } = useRequest();
  return (
    <Hub ground="cloth">
      <main id="main">
        <Balance name={name} wallet={wallet} />
        <div className="page" data-width="wide">
          {!wallet && (
            <Alert tone="bad" role="alert">
              <strong>{t("home:notLoaded")}</strong>
              <p>{t("home:notLoadedBody")}</p>
              <p>
                <a href="/user/home">{t("common:tryAgain")}</a>
              </p>
            </Alert>
          )}
          <Shortcuts />
          {wallet && <Games games={wallet.games} />}
          {wallet && <Unread count={wallet.unread} />}
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
