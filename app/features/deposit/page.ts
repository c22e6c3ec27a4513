import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { supportOf } from "~/features/contact/support";
import { channelsOf } from "./channels";

/**
 * The data of every deposit page. `balance` is that of the main wallet in minor units; null if it could not be read.
 */
export async function depositPage(context: AppLoadContext, reading = soft(context.operator.getWallet())) {
  const { operator, site } = context;
  const [offered, wallet, bonus, support] = await Promise.all([
    soft(operator.lookupDeposit()),
    reading,
    soft(operator.checkActiveBonus()),
    supportOf(context),
  ]);
  return {
    channels: channelsOf(offered, site.giftLinks),
    /** Whether the operator could not be asked for its channels. */
    failed: offered === undefined,
    balance: wallet?.wallet.amount ?? null,
    /** How many channels could not be read. */
    unread: offered?.unread ?? 0,
    /** The member's registered bank account, to pay from. */
    own: wallet?.bankAccount ?? null,
    /** Whether the member holds a bonus, which must be ended before a deposit. */
    held: bonus?.status ?? false,
    support,
  };
}
