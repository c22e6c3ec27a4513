import type { AppLoadContext } from "@remix-run/node";
import type { Json } from "../../../server/operations/json";
import type { OpName } from "../../../server/operations/types";

/**
 * Whether a form wishes for what the member's last operation already was: a second tap, a reload, the back button.
 * Its money may have left by now, so balances say nothing about it: the form's key decides, and leads to the first receipt.
 */
export async function repeatsLast(context: AppLoadContext, op: OpName, wish: Record<string, Json>): Promise<boolean> {
  const last = await context.operations.last();
  if (last?.op !== op) return false;
  const known = last.input as Record<string, Json>;
  return Object.entries(wish).every(([name, value]) => known[name] === value);
}
