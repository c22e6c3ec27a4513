import type { Output } from "../../../server/operator/endpoint";
import type { WALLET } from "../../../server/operator/contract/transfer";
import type { wallet } from "../../../server/operator/contract/wallet";

export type Wallet = Output<(typeof wallet)["getWallet"]>;

/** The key of the main wallet in `from` and `to`. */
export const MAIN_WALLET = "wallet" satisfies typeof WALLET;

/** An account that money can be moved from and to. Amounts are minor units of the member's currency. */
export interface Account {
  key: string;
  /** The provider's name; null for the main wallet, whose name is translated. */
  name: string | null;
  category: "slot" | "sport" | "lotto" | null;
  amount: number;
  /** Game credits for one unit of currency. */
  rate: number;
}

/** The main wallet and the open game accounts. */
export const accountsOf = (wallet: Wallet): Account[] => [
  { key: MAIN_WALLET, name: null, category: null, amount: wallet.wallet.amount, rate: 1 },
  ...wallet.slots
    .filter((slot) => slot.isActive)
    .map((slot) => ({
      key: slot.code,
      name: slot.name,
      category: slot.category,
      amount: slot.amount,
      rate: slot.ftWalletSlot,
    })),
];

/** The names of game providers by code; none if the wallet could not be read. */
export const gameNames = (games: readonly { code: string; name: string }[] = []): Record<string, string> =>
  Object.fromEntries(games.map(({ code, name }) => [code, name]));

/** The member's total in the main wallet and all game accounts, in minor units. */
export const totalOf = (wallet: Wallet) => wallet.slots.reduce((sum, slot) => sum + slot.amount, wallet.wallet.amount);
