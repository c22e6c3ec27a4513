import type { Wallet } from "~/features/wallet/accounts";

/** The member's current balances in minor units, null where they could not be read. Nothing without a wallet. */
export function holdingsIn(wallet: Wallet | undefined) {
  if (!wallet) return null;
  return {
    wallet: wallet.wallet.amount,
    games: wallet.slots.map(({ code, amount }) => ({ code, amount })),
    bankAccount: wallet.bankAccount && {
      bankCode: wallet.bankAccount.bankCode,
      number: wallet.bankAccount.bankAccountNo,
    },
  };
}

export type Holdings = NonNullable<ReturnType<typeof holdingsIn>>;
