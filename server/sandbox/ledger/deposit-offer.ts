import { deposits, type Currency, type DepositAccount } from "../market";
import type { World } from "../world";

export interface DepositOffer {
  banks: DepositAccount[];
  wallets: { walletAccountName: string; mode: "AUTO" | "GIFT" }[];
  isManual: boolean;
}

/** The accounts that members with this currency may pay to, according to the switches. */
export function depositOffer({ switches }: World, currency: Currency): DepositOffer {
  const { deposit, kbankAuto } = switches.current;
  const { banks, wallets } = deposits[currency];
  if (deposit === "none") return { banks: [], wallets: [], isManual: false };
  if (deposit === "manual")
    return {
      banks: banks.filter(({ bankType }) => bankType === "BANK").map((account) => ({ ...account, mode: "MANUAL" })),
      wallets: [],
      isManual: true,
    };
  return {
    banks: banks.map((account) => (kbankAuto && account.bankCode === "KBANK" ? { ...account, mode: "AUTO" } : account)),
    wallets,
    isManual: false,
  };
}

/** Whether they are offered a truewallet account of this mode. */
export const offersTrueWallet = (world: World, currency: Currency, mode: "AUTO" | "GIFT"): boolean =>
  depositOffer(world, currency).wallets.some((wallet) => wallet.mode === mode);
