import { contract } from "../../operator/contract";
import { heldBonusOf } from "../ledger/bonuses";
import { implement } from "../wire/implement";
import { Refusal } from "../refusal";

export const promotion = implement(contract.promotion, {
  currentPromotion: ({ world, member }) => {
    const held = heldBonusOf(world, member.id);
    return held?.kind === "promotion" ? { percentFail: held.fail, description: held.description } : null;
  },
  findPromotion: () => null,
  activatePromotion: () => {
    throw new Refusal("NO_PROMOTION");
  },
});
