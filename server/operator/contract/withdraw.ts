import { z } from "zod";
import { post } from "../endpoint";
import { Amount, done, type RefusalsOf, type Refusals, TOO_OFTEN } from "./fields";

const WithdrawRequest = z.object({ amount: Amount }).meta({ id: "WithdrawRequest" });

export const withdraw = {
  withdraw: post("/api/wallet/withdraw", { writes: "money", input: WithdrawRequest, output: done("SUCCESS", "OK") }),
  /** Moves all game balances to the wallet first, then withdraws `amount`. */
  withdrawAll: post("/api/wallet/withdrawAll", {
    writes: "money",
    input: WithdrawRequest,
    output: done("SUCCESS", "OK"),
  }),
};

const WITHDRAWAL: Refusals = {
  400: ["TRANSFER_MINIMUM"],
  404: ["NO_BANK", "NO_WALLET"],
  409: ["MONEY_NOT_ENOUGH", "BONUS_CONDITION"],
  ...TOO_OFTEN,
  503: ["TRANSFER_FAIL"],
};

export const withdrawRefusals: RefusalsOf<typeof withdraw> = {
  withdraw: WITHDRAWAL,
  withdrawAll: WITHDRAWAL,
};
