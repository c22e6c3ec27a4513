import type { AppLoadContext } from "@remix-run/node";
import { soft } from "~/actions";
import { totalOf } from "~/features/wallet/accounts";
import type { TextKey } from "~/ui/request";

/** The bonus that a member holds. Amounts are minor units; null: could not be read. */
export interface Held {
  /** What kind of bonus it is. */
  kind: TextKey;
  /** The operator's word for the kind; null if it does not say. */
  type: string | null;
  /** Whether the operator lets the member end it now. */
  canClear: boolean;
  /** Total balance at or below which it can be ended; null: neither this nor `canClear` is known. */
  minimum: number | null;
  /** The member's total balance. */
  total: number | null;
}

const KINDS: Record<string, TextKey> = {
  promotion: "statement:promotion",
  invite: "statement:invite",
  refund: "statement:refund",
  luckydraw: "statement:luckydraw",
};

/** The bonus that the member holds; null if there is none, undefined if that could not be read. */
export async function readHeld({ operator }: AppLoadContext): Promise<Held | null | undefined> {
  const active = await soft(operator.checkActiveBonus());
  if (!active?.status) return active && null;
  const [clearing, wallet] = await Promise.all([soft(operator.checkBonusMinimum()), soft(operator.getWallet())]);
  return {
    kind: KINDS[active.type ?? ""] ?? "statement:bonus",
    type: active.type,
    canClear: clearing?.status ?? false,
    minimum: clearing?.minimum ?? null,
    total: wallet ? totalOf(wallet) : null,
  };
}
