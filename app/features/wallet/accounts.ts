import type { Output } from "../../../server/operator/endpoint";
import type { WALLET } from "../../../server/operator/contract/transfer";
import type { wallet } from "../../../server/operator/contract/wallet";
import type { Translate } from "~/i18n";

export type Wallet = Output<(typeof wallet)["getWallet"]>;

/** The key of the main wallet in `from` and `to`. */
export const MAIN_WALLET = "wallet" satisfies typeof WALLET;

/** An account that money can be moved from and to. Amounts are minor units of the member's currency. */
export interface Account {
  key: string;
  /** The provider's name; null for the main wallet, whose name is translated. */
  name: string | null;
  category: "slot" | "sport" | "lotto" | null;
  /** Null: it could not be read. */
  amount: number | null;
  /** Game credits for one unit of currency; null: it could not be read. */
  rate: number | null;
}

/** Smallest transfer, in minor units: 1 unit of currency. */
export const MIN_TRANSFER = 100;

/** Whether a transfer can start there: it has the minimum, or its balance is not known. */
export const hasMoney = ({ amount }: Pick<Account, "amount">) => amount === null || amount >= MIN_TRANSFER;

/** The main wallet and the open game accounts. */
export const accountsOf = (wallet: Wallet): Account[] => [
  { key: MAIN_WALLET, name: null, category: null, amount: wallet.wallet.amount, rate: 1 },
  ...wallet.slots
    .filter((slot) => slot.isActive)
    .map((slot) => ({
      key: slot.code,
      name: slot.name || slot.code,
      category: slot.category,
      amount: slot.amount,
      rate: slot.ftWalletSlot,
    })),
];

/**
 * The account that an address names: undefined if it is not open yet. @throws Response 404 if there is no such account
 */
export function accountNamed(key: string, wallet: Wallet): Account | undefined {
  const known = key === MAIN_WALLET || wallet.unread > 0 || wallet.slots.some(({ code }) => code === key);
  if (!known) throw new Response(null, { status: 404 });
  return accountsOf(wallet).find((account) => account.key === key);
}

/** The names of game providers by code; none if the wallet could not be read. */
export const gameNames = (games: readonly { code: string; name: string }[] = []): Record<string, string> =>
  Object.fromEntries(games.map(({ code, name }) => [code, name]));

/** The sum of amounts; null if one of them is not known. */
export const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);

/** The member's total in the main wallet and all game accounts, in minor units; null if a balance is not known. */
export const totalOf = ({ wallet, slots, unread }: Wallet) =>
  unread > 0 ? null : sumOf([wallet.amount, ...slots.map(({ amount }) => amount)]);

/** A balance as a text: the amount, or a dash and a word. */
export const holdingText = (amount: number | null, { t, money }: { t: Translate; money: (minor: number) => string }) =>
  amount === null ? `– ${t("common:notKnown")}` : money(amount);
