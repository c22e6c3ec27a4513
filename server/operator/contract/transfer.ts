import { z } from "zod";
import { post } from "../endpoint";
import { Amount, done, type RefusalsOf, type Refusals } from "./fields";

/** The main wallet in `from` and `to`. */
export const WALLET = "wallet";

/** `WALLET`, or the code of an active game account. */
const Account = z.string().min(1);

export const transfer = {
  transfer: post("/api/wallet/transfer", {
    writes: "money",
    input: z.object({ from: Account, to: Account, amount: Amount }).meta({ id: "TransferRequest" }),
    output: done("SUCCESS", "OK"),
  }),
  transferAll: post("/api/wallet/transferAll", {
    writes: "money",
    input: z.object({ to: Account }).meta({ id: "TransferAllRequest" }),
    output: done("SUCCESS", "OK"),
  }),
};

const TRANSFER: Refusals = {
  404: ["NO_GAME", "SLOT_NO_ACCOUNT", "NO_WALLET"],
  409: ["MONEY_NOT_ENOUGH"],
  503: ["TRANSFER_FAIL"],
};

export const transferRefusals: RefusalsOf<typeof transfer> = {
  transfer: { 400: ["TRANSFER_MINIMUM"], ...TRANSFER },
  transferAll: TRANSFER,
};
