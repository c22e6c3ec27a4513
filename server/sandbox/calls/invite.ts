import { contract } from "../../operator/contract";
import { implement } from "../wire/implement";
import { Refusal } from "../refusal";
import { texts } from "../texts";

export const invite = implement(contract.invite, {
  listInvites: () => ({ invites: [], total: 0 }),
  receiveInviteBonus: () => {
    throw new Refusal("NO_INVITE_BONUS");
  },
  inviteBanners: ({ world }) =>
    world.switches.current.inviteBanners
      ? [{ image: `${world.origin()}/media/banners/invite.svg`, html: texts[world.market].inviteBanner }]
      : [],
});
