import { contract } from "../../operator/contract";
import { receivedOf } from "../ledger/rows";
import { receiveRefund, refundOf } from "../ledger/refunds";
import { implement } from "../wire/implement";
import { texts } from "../texts";

const RECEIVED = { message: "REFUND_SUCCESS" as const };

export const refund = implement(contract.refund, {
  listRefunds: ({ world, member, input }) => {
    const { rows, total } = receivedOf(world, member.id, "refund", input);
    return {
      refunds: rows.map(({ amount, createdAt }) => ({ refundAmount: amount, createdAt: new Date(createdAt) })),
      total,
    };
  },
  checkRefund: ({ world, member }) => ({ ...refundOf(world, member), info: texts[world.market].refundInfo }),
  receiveRefund: ({ world, member }) => {
    receiveRefund(world, member);
    return RECEIVED;
  },
  addRefundToWallet: ({ world, member }) => {
    receiveRefund(world, member, { bare: true });
    return RECEIVED;
  },
  refundBanners: ({ world }) =>
    world.switches.current.refundBanners
      ? [{ image: `${world.origin()}/media/banners/refund.svg`, html: texts[world.market].refundBanner }]
      : [],
});
