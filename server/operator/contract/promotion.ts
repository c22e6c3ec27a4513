import { z } from "zod";
import { get } from "../endpoint";
import { done, Percent, type RefusalsOf } from "./fields";
import { shownText, tolerant, unwrap } from "./reader";

const Promotion = z
  .object({ code: z.string().optional(), percentFail: Percent, description: shownText() })
  .meta({ id: "Promotion" });

/** The promotion, or null for 204, an empty body, `{}` and 404 NO_PROMOTION (see `nothing` in `errors.ts`). */
const Found = tolerant(Promotion.nullable(), (value) => {
  if (value === undefined || value === null) return null;
  if (typeof value !== "object" || Array.isArray(value)) return value;
  if (Object.keys(value).length === 0) return null;
  return unwrap(Promotion, value, ["promotion"]);
});

const Code = z.object({ code: z.string().min(1) });

export const promotion = {
  currentPromotion: get("/api/promotion/current", { output: Found }),
  findPromotion: get("/api/promotion/find/{code}", { input: Code, output: Found }),
  activatePromotion: get("/api/promotion/activate/{code}", {
    writes: "money",
    input: Code,
    output: done("SUCCESS", "OK"),
  }),
};

export const promotionRefusals: RefusalsOf<typeof promotion> = {
  activatePromotion: { 404: ["NO_PROMOTION"], 409: ["PROMOTION_RECEIVED", "BONUS_REMAINING", "BONUS_FULL"] },
};
