import { z } from "zod";
import { get, post } from "../endpoint";
import { Money, type RefusalsOf } from "./fields";
import { list, omittable, record, shownText, single, tolerant } from "./reader";

const SpinSlice = z
  .object({
    code: z.string(),
    label: shownText(),
    bgColor: shownText(),
    textColor: shownText(),
    htmlDescription: shownText(),
  })
  .meta({ id: "SpinSlice" });

export type SpinSlice = z.output<typeof SpinSlice>;

const SpinWheel = z.object({ name: shownText(), slice: z.array(SpinSlice) }).meta({ id: "SpinWheel" });

/** The slices are in wheel order, under `slice` or `slices`. */
const Wheel = tolerant(SpinWheel, (value) =>
  typeof value === "object" && value !== null && "slices" in value && !("slice" in value)
    ? { ...value, slice: value.slices }
    : value,
);

const SpinSetup = z.object({ activeSpinwheel: Wheel.nullable(), userCoin: z.int() });

const SpinSetupResponse = z
  .object({ success: omittable(z.boolean().default(true)), result: SpinSetup })
  .meta({ id: "SpinSetupResponse" });

/** The setup is under `result`, or bare. */
const Setup = tolerant(SpinSetupResponse, (value) =>
  typeof value === "object" && value !== null && "userCoin" in value ? { result: value } : value,
);

/** A business failure has `success` false and an `error` code; the client turns it into a refusal. */
const SpinResponse = z
  .object({
    success: z.boolean(),
    result: z.object({ code: z.string(), label: z.string(), remainingCoin: z.int() }).optional(),
    error: z.string().optional(),
  })
  .meta({ id: "SpinResponse" });

/** `amount` is the money that a claim credits; 0 for a non-cash prize. */
const Coupon = z
  .object({
    _id: z.string(),
    prize: z.object({ name: shownText(), slice: z.object({ label: shownText(), htmlDescription: shownText() }) }),
    amount: Money,
  })
  .meta({ id: "Coupon" });

const ClaimResponse = z.object({ success: z.boolean(), error: z.string().optional() }).meta({ id: "ClaimResponse" });

export const spin = {
  spinSetup: get("/api/spinwheel/setup", { output: Setup }),
  spin: post("/api/spinwheel/spin", { writes: "money", output: SpinResponse }),
  listCoupons: get("/api/spinwheel/coupon", { output: list(Coupon, "coupons") }),
  /** `coupon` is the `_id` of the coupon. */
  claimCoupon: post("/api/spinwheel/coupon/claim", {
    writes: "money",
    input: z.object({ coupon: z.string().min(1) }).meta({ id: "ClaimRequest" }),
    output: record(ClaimResponse),
  }),
  spinActive: get("/api/spinwheel/active", { output: single("isActive", z.boolean()) }),
};

export const spinRefusals: RefusalsOf<typeof spin> = {
  spin: { 200: ["NO_DATA", "MONEY_NOT_ENOUGH", "INVALID_PRIZE_CODE"] },
  claimCoupon: {
    200: [
      "INVALID_CODE",
      "NO_CLAIMABLE_COUPON",
      "INVALID_PRIZE_CODE",
      "INVALID_COUPON_TYPE",
      "COUPON_EXPIRED",
      "BONUS_REMAINING",
    ],
  },
};
