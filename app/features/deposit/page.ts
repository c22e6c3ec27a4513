import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { supportOf } from "~/features/contact/support";
import { channelsOf } from "./channels";

/** What every deposit page reads. `balance` is the main wallet in minor units; null when it could not be read. */
export async function depositPage(context: AppLoadContext) {
  const { operator, site } = context;
  const [offered, wallet, bonus, support] = await Promise.all([
    soft(operator.lookupDeposit()),
    soft(operator.getWallet()),
    soft(operator.checkActiveBonus()),
    supportOf(context),
  ]);
  return {
    channels: channelsOf(offered, site.giftLinks),
    balance: wallet?.wallet.amount ?? null,
    /** The registered bank account, to pay from. */
    own: wallet?.bankAccount ?? null,
    /** A bonus is held: it must be ended before a deposit. */
    held: bonus?.status ?? false,
    support,
  };
}
