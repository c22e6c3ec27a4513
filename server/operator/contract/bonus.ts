import { z } from "zod";
import { get } from "../endpoint";
import { anyWord, Banner, done, Instant, Money, Percent, type RefusalsOf } from "./fields";
import { list, maybe, orNull, record, shownList, shownText } from "./reader";

const UserBonus = z
  .object({ _id: shownText(), isActive: z.boolean(), received: shownList(z.object({ updatedAt: Instant })) })
  .meta({ id: "UserBonus" });

const ActivatedBonus = UserBonus.extend({ isActive: z.literal(true) });

/** `type` determines which entries of `received` count against `maxReceived`; an unknown type counts all of them. */
const Bonus = z
  .object({
    code: z.string(),
    type: anyWord(["limit", "day", "week"], "limit"),
    maxReceived: z.int(),
    percentFail: Percent,
    banners: shownList(Banner),
    userBonus: orNull(UserBonus),
  })
  .meta({ id: "Bonus" });

const BonusActive = z.object({ status: z.boolean(), type: maybe(z.string().nullable()) }).meta({ id: "BonusActive" });

/** `status`: the bonus can be cleared now. `minimum`: a bonus can be cleared at or below this total balance. */
const BonusMinimum = z.object({ status: z.boolean(), minimum: Money }).meta({ id: "BonusMinimum" });

export const bonus = {
  listBonuses: get("/api/bonus", { output: list(Bonus, "bonuses") }),
  activateBonus: get("/api/bonus/activate/{code}", {
    writes: "money",
    input: z.object({ code: z.string().min(1) }),
    output: record(ActivatedBonus, "userBonus"),
  }),
  checkActiveBonus: get("/api/bonus/check/active", { output: record(BonusActive) }),
  checkBonusMinimum: get("/api/bonus/check/minimum", { output: record(BonusMinimum) }),
  clearBonus: get("/api/bonus/clear", { writes: "money", output: done("BONUS_CLEAR", "SUCCESS", "OK") }),
};

export const bonusRefusals: RefusalsOf<typeof bonus> = {
  activateBonus: {
    404: ["NO_DATA"],
    409: ["BONUS_ALREADY_ACTIVE", "BONUS_REMAINING", "BONUS_MAX_CLAIMED", "BONUS_FULL", "BONUS_CONDITION"],
  },
  clearBonus: { 404: ["NO_DATA"], 409: ["BONUS_CONDITION"] },
};
