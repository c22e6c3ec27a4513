import { contract } from "../../operator/contract";
import { announce } from "../ledger/announcements";
import { redeemGift } from "../ledger/gifts";
import { implement, SUCCESS } from "../wire/implement";

export const truewallet = implement(contract.truewallet, {
  addToWallet: ({ world, member, input: { amount } }) => {
    announce(world, member, amount);
    return SUCCESS;
  },

  submitTruelink: ({ world, member, input: { link } }) => {
    redeemGift(world, member, link);
    return SUCCESS;
  },
});
