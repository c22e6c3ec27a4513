import { z } from "zod";
import { post } from "../endpoint";
import { Amount, Message } from "./fields";

/** The main wallet, as `from` and `to` name it. */
export const WALLET = "wallet";

/** `WALLET`, or the code of an active game account. */
const Place = z.string().min(1);

export const transfer = {
  transfer: post("/api/wallet/transfer", {
    writes: "money",
    input: z.object({ from: Place, to: Place, amount: Amount }).meta({ id: "TransferRequest" }),
    output: Message,
  }),
  transferAll: post("/api/wallet/transferAll", {
    writes: "money",
    input: z.object({ to: Place }).meta({ id: "TransferAllRequest" }),
    output: Message,
  }),
};
