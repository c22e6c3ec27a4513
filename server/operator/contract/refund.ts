import { z } from "zod";
import { get, post } from "../endpoint";
import { Banner, done, Instant, Money, PageRequest, Percent, type RefusalsOf, type Refusals } from "./fields";
import { list, orNull, page, record } from "./reader";

const RefundEntry = z.object({ refundAmount: Money, createdAt: Instant }).meta({ id: "RefundEntry" });

/** `result`: there is a refund to receive. `bonus`: a bonus is active, so it cannot be received now. */
const RefundCheck = z
  .object({
    result: z.boolean(),
    bonus: z.boolean(),
    info: orNull(z.string()),
    refundAmount: Money,
    refundSuccess: Percent,
    refundFail: Percent,
  })
  .meta({ id: "RefundCheck" });

export const refund = {
  listRefunds: post("/api/refund", { input: PageRequest, output: page("refunds", RefundEntry) }),
  checkRefund: get("/api/refund/check", { output: record(RefundCheck, "refund") }),
  /** Credits the refund, although it is a GET. */
  receiveRefund: get("/api/refund/receive", { writes: "money", output: done("REFUND_SUCCESS", "SUCCESS", "OK") }),
  /** Credits a refund without conditions, although it is a GET. */
  addRefundToWallet: get("/api/refund/addWallet", { writes: "money", output: done("REFUND_SUCCESS", "SUCCESS", "OK") }),
  refundBanners: get("/api/refund/banners", { output: list(Banner, "banners") }),
};

const REFUND: Refusals = {
  400: ["REFUND_MINIMUM"],
  404: ["NO_REFUND"],
  409: ["REFUND_INACTIVE", "REFUND_CONDITION", "BONUS_REMAINING"],
};

export const refundRefusals: RefusalsOf<typeof refund> = {
  receiveRefund: REFUND,
  addRefundToWallet: REFUND,
};
