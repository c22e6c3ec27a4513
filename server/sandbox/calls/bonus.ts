import { contract } from "../../operator/contract";
import { endBonus, heldBonusOf, thresholdOf, totalOf } from "../ledger/bonuses";
import { Refusal } from "../refusal";
import { implement } from "../wire/implement";

export const bonus = implement(contract.bonus, {
  listBonuses: () => [],
  activateBonus: () => {
    throw new Refusal("NO_DATA");
  },
  checkActiveBonus: ({ world, member }) => {
    const held = heldBonusOf(world, member.id);
    return { status: held !== null, type: held?.kind ?? null };
  },
  checkBonusMinimum: ({ world, member }) => {
    const held = heldBonusOf(world, member.id);
    if (!held) return { status: false, minimum: 0 };
    return { status: totalOf(world, member.id) <= thresholdOf(held), minimum: thresholdOf(held) };
  },
  clearBonus: ({ world, member }) => {
    const held = heldBonusOf(world, member.id);
    if (!held) throw new Refusal("NO_DATA");
    if (totalOf(world, member.id) > thresholdOf(held)) throw new Refusal("BONUS_CONDITION");
    endBonus(world, member.id);
    return { message: "BONUS_CLEAR" as const };
  },
});
