import type { LastKnown } from "../context";
import type { wallet } from "../operator/contract/wallet";
import type { Output } from "../operator/endpoint";
import type { OperatorReads } from "../operator/views";

type Wallet = Output<(typeof wallet)["getWallet"]>;

/** Minor units: everything, and the main wallet. */
export type Balance = Omit<NonNullable<LastKnown["balance"]>, "at">;

/** The balance that a wallet shows; null if a part of it could not be read. */
function balanceOf({ wallet, slots, unread }: Wallet): Balance | null {
  const amounts = [wallet.amount, ...slots.map(({ amount }) => amount)];
  if (unread > 0 || wallet.amount === null || amounts.includes(null)) return null;
  return { total: amounts.reduce<number>((sum, amount) => sum + amount!, 0), wallet: wallet.amount };
}

/** Reads that tell `note` the balance of each wallet they have read, and `noteGames` the names of its games by code. */
export const notingBalances = (
  reads: OperatorReads,
  note: (balance: Balance) => Promise<void>,
  noteGames: (names: Record<string, string>) => Promise<void>,
): Pick<OperatorReads, "getWallet"> => ({
  async getWallet() {
    const read = await reads.getWallet();
    const balance = balanceOf(read);
    const names = Object.fromEntries(read.slots.map(({ code, name }) => [code, name]));
    await Promise.all([balance && note(balance), noteGames(names)]);
    return read;
  },
});
