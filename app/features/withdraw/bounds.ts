import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { soft } from "~/actions";
import { accountsOf, MAIN_WALLET, sumOf, type Wallet } from "~/features/wallet/accounts";
import { MoneyText } from "~/lib/form";
import { message } from "~/lib/message";
import { formatMoney } from "~/lib/money";

/** The limits of a withdrawal, in minor units. Null could not be read and is not checked here, only by the operator. */
export interface Bounds {
  minimum: number | null;
  maximum: number | null;
  available: number | null;
}

/** Minor units; null if a balance is not known. */
export type Withdrawable = Record<"wallet" | "games" | "available", number | null>;

/**
 * How much a member may withdraw, in minor units. Money in games counts with `withdrawAll`, which collects it first.
 */
export function withdrawable(wallet: Wallet, call: "withdraw" | "withdrawAll"): Withdrawable {
  const inGames = accountsOf(wallet).filter(({ key }) => key !== MAIN_WALLET);
  const games = wallet.unread > 0 ? null : sumOf(inGames.map(({ amount }) => amount));
  const { amount } = wallet.wallet;
  return { wallet: amount, games, available: call === "withdrawAll" ? sumOf([amount, games]) : amount };
}

/** Reads the balance and the limits. */
export async function readBounds({ operator, site }: AppLoadContext): Promise<Bounds> {
  const [wallet, limits] = await Promise.all([soft(operator.getWallet()), soft(operator.lookupWithdraw())]);
  return boundsOf(limits, wallet ? withdrawable(wallet, site.withdrawCall).available : null);
}

type Limits = { withdrawMin: number | null; withdrawMax: number | null };

export const boundsOf = (limits: Limits | undefined, available: number | null): Bounds => ({
  minimum: limits?.withdrawMin ?? null,
  maximum: limits?.withdrawMax ?? null,
  available,
});

/** Whether no amount at all can be withdrawn: there is less than the minimum. */
export const hasTooLittle = ({ minimum, available }: Bounds) =>
  available !== null && (available <= 0 || available < (minimum ?? 0));

/** The most that can be withdrawn, in minor units: the limit or the balance; null if neither could be read. */
export function mostOf({ maximum, available }: Bounds): number | null {
  if (maximum === null || available === null) return maximum ?? available;
  return Math.min(maximum, available);
}

/** Why this amount (minor units) cannot be withdrawn, as a message; null if it can. */
export function amountFault(amount: number, bounds: Bounds, money: (minor: number) => string): string | null {
  const { minimum } = bounds;
  const most = mostOf(bounds);
  if (minimum !== null && amount < minimum) return message("withdraw:minimum", { amount: money(minimum) });
  if (most === null || amount <= most) return amount > 0 ? null : "common:amountMissing";
  return most === bounds.available
    ? message("withdraw:notEnough", { available: money(most) })
    : message("withdraw:maximum", { amount: money(most) });
}

/** Schema of the withdrawal form. */
export const WithdrawalForm = (bounds: Bounds, { requireMember }: AppLoadContext) =>
  z.object({ amount: MoneyText }).superRefine(({ amount }, context) => {
    const fault = amountFault(amount, bounds, (minor) => formatMoney(minor, requireMember().currency));
    if (fault) context.addIssue({ code: "custom", path: ["amount"], message: fault });
  });
