import { contract } from "../../operator/contract";
import { heldBonusOf } from "../ledger/bonuses";
import { implement } from "../wire/implement";
import { Refusal } from "../refusal";
import { texts } from "../texts";

const nothing = () => {
  throw new Refusal("NO_REFUND");
};

export const refund = implement(contract.refund, {
  listRefunds: () => ({ refunds: [], total: 0 }),
  checkRefund: ({ world, member }) => ({
    result: false,
    bonus: heldBonusOf(world, member.id) !== null,
    info: null,
    refundAmount: 0,
    refundSuccess: 200,
    refundFail: 5,
  }),
  receiveRefund: nothing,
  addRefundToWallet: nothing,
  refundBanners: ({ world }) =>
    world.switches.current.refundBanners
      ? [{ image: `${world.origin()}/media/banners/refund.svg`, html: texts[world.market].refundBanner }]
      : [],
});
