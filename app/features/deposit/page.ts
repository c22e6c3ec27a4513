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
    // The accounts to pay to are not shown to members who have set themselves a limit that is reached, or take a break.
    context.protection.admit({ kind: "deposit", amount: null }),
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
