import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { supportOf } from "~/features/contact/support";
import { readChannels } from "./channels";

/**
 * The data of every deposit page. The wallet is read for the member's account, and its balance stands in the head.
 */
export async function depositPage(context: AppLoadContext, reading = soft(context.operator.getWallet())) {
  const [channels, wallet, bonus, support] = await Promise.all([
    readChannels(context),
    reading,
    soft(context.operator.checkActiveBonus()),
    supportOf(context),
  ]);
  return {
    channels,
    failed: channels === null,
    /** The member's registered bank account, to pay from. */
    own: wallet?.bankAccount ?? null,
    /** Whether the member holds a bonus, which must be ended before a deposit. */
    held: bonus?.status ?? false,
    support,
  };
}
