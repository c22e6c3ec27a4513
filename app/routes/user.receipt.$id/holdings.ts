import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";

/** What the member has at this moment, in minor units; null when the operator does not say. */
export async function holdingsNow(context: AppLoadContext) {
  const wallet = await soft(context.operator.getWallet());
  if (!wallet) return null;
  return {
    wallet: wallet.wallet.amount,
    games: wallet.slots.map(({ code, name, amount }) => ({ code, name, amount })),
    bankAccount: { bankCode: wallet.bankAccount.bankCode, number: wallet.bankAccount.bankAccountNo },
  };
}

export type Holdings = NonNullable<Awaited<ReturnType<typeof holdingsNow>>>;
