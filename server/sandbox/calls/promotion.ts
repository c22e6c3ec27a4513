import { contract } from "../../operator/contract";
import { heldBonusOf } from "../ledger/bonuses";
import { receivePromotion } from "../ledger/offers";
import { promotionOffer } from "../offers";
import { implement, SUCCESS } from "../wire/implement";
import type { World } from "../world";

function promotionOf({ market }: World, code: string) {
  const offer = promotionOffer(code);
  return offer ? { code, percentFail: offer.fail, description: offer.description[market] } : null;
}

export const promotion = implement(contract.promotion, {
  currentPromotion: ({ world, member }) => {
    const held = heldBonusOf(world, member.id);
    if (held?.kind !== "promotion") return null;
    // The desk can also give promotions that have no code.
    return promotionOf(world, held.code ?? "") ?? { percentFail: held.fail, description: held.description };
  },
  findPromotion: ({ world, input: { code } }) => promotionOf(world, code),
  activatePromotion: ({ world, member, input: { code } }) => {
    receivePromotion(world, member, code);
    return SUCCESS;
  },
});
