import { z } from "zod";
import { post } from "../endpoint";
import { Amount, done } from "./fields";

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
