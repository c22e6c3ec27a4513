import { createHash } from "node:crypto";
import { contract } from "../../operator/contract";
import { endBonus, heldBonusOf, thresholdOf, totalOf } from "../ledger/bonuses";
import type { Member } from "../ledger/members";
import { receiptsOf, receiveBonus } from "../ledger/offers";
import { bonusOffers } from "../offers";
import { Refusal } from "../refusal";
import { implement } from "../wire/implement";
import type { World } from "../world";

/** The member's record of a bonus; null if it was never received. */
function recordOf(world: World, member: Member, code: string) {
  const received = receiptsOf(world, member.id, code).map((at) => ({ updatedAt: new Date(at) }));
  if (received.length === 0) return null;
  const _id = createHash("sha256").update(`${member.id} ${code}`).digest("hex").slice(0, 24);
  return { _id, isActive: heldBonusOf(world, member.id)?.code === code, received };
}

export const bonus = implement(contract.bonus, {
  listBonuses: ({ world, member }) =>
    bonusOffers.map(({ code, type, maxReceived, fail, banners }) => ({
      code,
      type,
      maxReceived,
      percentFail: fail,
      banners: banners[world.market].map((html, at) => ({
        image: `${world.origin()}/media/bonuses/${code}-${at + 1}.svg`,
        html,
      })),
      userBonus: recordOf(world, member, code),
    })),
  activateBonus: ({ world, member, input: { code } }) => {
    receiveBonus(world, member, code);
    return { ...recordOf(world, member, code)!, isActive: true as const };
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
