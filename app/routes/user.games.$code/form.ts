import { z } from "zod";
import { MoneyText } from "~/lib/form";
import { MIN_TRANSFER } from "~/features/wallet/accounts";
import { message } from "~/lib/message";
import { parseMoney } from "~/lib/money";

interface Bounds {
  /** Minor units in the main wallet; null: not known, so that only the operator checks. */
  available: number | null;
  money: (minor: number) => string;
}

/** Schema of the amount that goes into the game. */
export const PlayForm = ({ available, money }: Bounds) =>
  z.object({ amount: MoneyText }).superRefine(({ amount }, context) => {
    const fault = (text: string) => context.addIssue({ code: "custom", path: ["amount"], message: text });
    if (amount < MIN_TRANSFER) fault(message("transfer:minimum", { amount: money(MIN_TRANSFER) }));
    else if (available !== null && amount > available)
      fault(message("transfer:notEnough", { available: money(available) }));
  });

/** Whether the member wants to play without a transfer: no amount, or zero. */
export const isNothing = (typed: FormDataEntryValue | null) => {
  const text = String(typed ?? "").trim();
  return text === "" || parseMoney(text) === 0;
};
