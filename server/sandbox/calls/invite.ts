import { contract } from "../../operator/contract";
import { receiveInviteBonus, sharesOf } from "../ledger/invites";
import { implement } from "../wire/implement";
import { texts } from "../texts";

export const invite = implement(contract.invite, {
  listInvites: ({ world, member, input }) => {
    const { shares, total } = sharesOf(world, member.id, input);
    return {
      invites: shares.map(({ name, amount, createdAt }) => ({
        from: { name },
        amount,
        createdAt: new Date(createdAt),
      })),
      total,
    };
  },
  receiveInviteBonus: ({ world, member }) => {
    receiveInviteBonus(world, member);
    return { message: "INVITE_BONUS_SUCCESS" as const };
  },
  inviteBanners: ({ world }) =>
    world.switches.current.inviteBanners
      ? texts[world.market].inviteBanners.map((html, index) => ({
          image: `${world.origin()}/media/banners/${index === 0 ? "invite" : "friends"}.svg`,
          html,
        }))
      : [],
});
