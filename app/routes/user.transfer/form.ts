import { z } from "zod";
import { MIN_TRANSFER, type Account } from "~/features/wallet/accounts";
import { MoneyText, RequiredText } from "~/lib/form";
import { message } from "~/lib/message";

interface Bounds {
  /** Null if the balances could not be read; then only the operator checks them. */
  accounts: Account[] | null;
  money: (minor: number) => string;
}

const Chosen = RequiredText("transfer:selectAccount");

/** Schema of the transfer form, checked against the current balances. */
export const TransferForm = ({ accounts, money }: Bounds) =>
  z.object({ from: Chosen, to: Chosen, amount: MoneyText }).superRefine(({ from, to, amount }, context) => {
    const fault = (field: string, text: string) => context.addIssue({ code: "custom", path: [field], message: text });
    const source = accounts?.find((account) => account.key === from);
    if (from === to) fault("to", "transfer:sameAccount");
    if (accounts && !source) fault("from", "transfer:unknownAccount");
    if (accounts && !accounts.some((account) => account.key === to)) fault("to", "transfer:unknownAccount");
    if (amount < MIN_TRANSFER) fault("amount", message("transfer:minimum", { amount: money(MIN_TRANSFER) }));
    else if (source && source.amount !== null && amount > source.amount)
      fault("amount", message("transfer:notEnough", { available: money(source.amount) }));
  });
