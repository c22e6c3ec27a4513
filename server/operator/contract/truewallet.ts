import { z } from "zod";
import { post } from "../endpoint";
import { Amount, Message } from "./fields";

export const truewallet = {
  /** Announces a true-wallet deposit; credited when the money is matched. */
  addToWallet: post("/api/wallet/add", {
    writes: "money",
    input: z.object({ amount: Amount }).meta({ id: "AddRequest" }),
    output: Message,
  }),
  /** `link` is the gift link, encrypted. */
  submitTruelink: post("/api/wallet/truelink", {
    writes: "money",
    input: z.object({ link: z.string().min(1) }).meta({ id: "TruelinkRequest" }),
    output: Message,
  }),
};
