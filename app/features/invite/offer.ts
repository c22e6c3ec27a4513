import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { totalOf } from "~/features/wallet/accounts";
import { HELD, refusedToday, type Offer } from "~/features/wallet/reward";

/** Why an invite bonus of more than 0 cannot be received now (null: it can), and why the last try of today was refused. */
export async function inviteHindrance(context: AppLoadContext): Promise<Pick<Offer, "hindrance" | "refusal">> {
  const [bonus, refused] = await Promise.all([
    soft(context.operator.checkActiveBonus()),
    refusedToday(context, "receiveInviteBonus"),
  ]);
  const held = bonus?.status ? HELD : null;
  return {
    hindrance: refused?.code === "INVITE_COLLECT" ? "errors:INVITE_COLLECT" : held,
    refusal: refused?.text ?? null,
  };
}

/** The invite bonus, and why it cannot be received now. */
export async function inviteOffer(context: AppLoadContext): Promise<Offer> {
  const { operator } = context;
  const [wallet, friends, { hindrance, refusal }] = await Promise.all([
    soft(operator.getWallet()),
    soft(operator.listInvites({ page: 1, limit: 1 })),
    inviteHindrance(context),
  ]);
  const reward = wallet?.invite ?? null;
  const isNothing = reward !== null && reward.amount <= 0;
  const nothing = friends?.invites.length === 0 ? "errors:NO_INVITEE_PLAY_INFO" : "errors:NO_INVITE_BONUS";
  return {
    reward,
    total: wallet ? totalOf(wallet) : null,
    hindrance: isNothing && hindrance !== "errors:INVITE_COLLECT" ? nothing : hindrance,
    refusal,
  };
}
