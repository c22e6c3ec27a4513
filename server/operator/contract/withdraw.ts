import { z } from "zod";
import { post } from "../endpoint";
import { Amount, done } from "./fields";

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
