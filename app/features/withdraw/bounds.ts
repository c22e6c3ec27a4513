import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { soft } from "~/actions";
import { accountsOf, MAIN_WALLET, type Wallet } from "~/features/wallet/accounts";
import { MoneyText } from "~/lib/form";
import { message } from "~/lib/message";
import { formatMoney } from "~/lib/money";

/** What bounds a withdrawal, in minor units. Null is what could not be read: the operator then decides. */
export interface Bounds {
  minimum: number | null;
  maximum: number | null;
  available: number | null;
}

/** What a member may withdraw; the money in games counts where the operator collects it first. */
export function withdrawable(
  wallet: Wallet,
  call: "withdraw" | "withdrawAll",
): { wallet: number; games: number; available: number } {
  const accounts = accountsOf(wallet);
  const games = accounts.filter(({ key }) => key !== MAIN_WALLET).reduce((sum, { amount }) => sum + amount, 0);
  return {
    wallet: wallet.wallet.amount,
    games,
    available: wallet.wallet.amount + (call === "withdrawAll" ? games : 0),
  };
}

/** The wallet and the limits as they are at this moment. */
export async function readBounds({ operator, site }: AppLoadContext): Promise<Bounds> {
  const [wallet, limits] = await Promise.all([soft(operator.getWallet()), soft(operator.lookupWithdraw())]);
  return {
    minimum: limits?.withdrawMin ?? null,
    maximum: limits?.withdrawMax ?? null,
    available: wallet ? withdrawable(wallet, site.withdrawCall).available : null,
  };
}

/** Why this amount cannot be withdrawn, as a message; null when it can. */
export function amountFault(
  amount: number,
  { minimum, maximum, available }: Bounds,
  money: (minor: number) => string,
): string | null {
  if (minimum !== null && amount < minimum) return message("withdraw:minimum", { amount: money(minimum) });
  if (maximum !== null && amount > maximum) return message("withdraw:maximum", { amount: money(maximum) });
  if (available !== null && amount > available) return message("withdraw:notEnough", { available: money(available) });
  return amount > 0 ? null : "common:amountMissing";
}

/** What a withdrawal form must say. */
export const WithdrawalForm = (bounds: Bounds, { member }: AppLoadContext) =>
  z.object({ amount: MoneyText }).superRefine(({ amount }, context) => {
    const fault = amountFault(amount, bounds, (minor) => formatMoney(minor, member!.currency));
    if (fault) context.addIssue({ code: "custom", path: ["amount"], message: fault });
  });
