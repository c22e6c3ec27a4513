import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { totalOf } from "~/features/wallet/accounts";
import { HELD, refusedToday, type Offer } from "~/features/wallet/reward";
import type { TextKey } from "~/ui/request";

/** The invite bonus, and why it cannot be received now. */
export async function inviteOffer(context: AppLoadContext): Promise<Offer> {
  const { operator } = context;
  const [wallet, bonus, friends, refused] = await Promise.all([
    soft(operator.getWallet()),
    soft(operator.checkActiveBonus()),
    soft(operator.listInvites({ page: 1, limit: 1 })),
    refusedToday(context, "receiveInviteBonus"),
  ]);
  const reward = wallet?.invite ?? null;
  const hindrance = (): TextKey | null => {
    if (refused?.code === "INVITE_COLLECT") return "errors:INVITE_COLLECT";
    if (reward && reward.amount <= 0)
      return friends?.invites.length === 0 ? "errors:NO_INVITEE_PLAY_INFO" : "errors:NO_INVITE_BONUS";
    return bonus?.status ? HELD : null;
  };
  return {
    reward,
    total: wallet ? totalOf(wallet) : null,
    hindrance: hindrance(),
    refusal: refused?.text ?? null,
  };
}
