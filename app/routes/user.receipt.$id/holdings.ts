import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";

/** The member's current balances in minor units; null if they, or one of them, could not be read. */
export async function holdingsNow(context: AppLoadContext) {
  const wallet = await soft(context.operator.getWallet());
  if (!wallet) return null;
  return {
    wallet: wallet.wallet.amount,
    games: wallet.slots.map(({ code, name, amount }) => ({ code, name: name || code, amount })),
    bankAccount: wallet.bankAccount && {
      bankCode: wallet.bankAccount.bankCode,
      number: wallet.bankAccount.bankAccountNo,
    },
  };
}

export type Holdings = NonNullable<Awaited<ReturnType<typeof holdingsNow>>>;
