import { z } from "zod";
import { post } from "../endpoint";
import { Amount, done, type RefusalsOf, TOO_OFTEN } from "./fields";

export const truewallet = {
  /** Announces a truewallet deposit, which is credited once the money is matched. */
  addToWallet: post("/api/wallet/add", {
    writes: "money",
    input: z.object({ amount: Amount }).meta({ id: "AddRequest" }),
    output: done("SUCCESS", "OK"),
  }),
  /** `link` is the gift link, encrypted with `encryptLink`. */
  submitTruelink: post("/api/wallet/truelink", {
    writes: "money",
    input: z.object({ link: z.string().min(1) }).meta({ id: "TruelinkRequest" }),
    output: done("SUCCESS", "OK"),
  }),
};

export const truewalletRefusals: RefusalsOf<typeof truewallet> = {
  addToWallet: { 400: ["TRANSFER_MINIMUM"], 404: ["NO_WALLET"], 409: ["BONUS_REMAINING"] },
  submitTruelink: { 400: ["TRUELINK_INVALID"], 409: ["TRUELINK_DUPLICATE", "BONUS_REMAINING"], ...TOO_OFTEN },
};
