import type { AppLoadContext } from "@remix-run/node";
import type { Json } from "../../../server/operations/json";
import type { OpName } from "../../../server/operations/types";

/**
 * Whether a form repeats the member's last operation: a double tap, a reload or the back button.
 * Such a form must not be checked against the balance, which the first one may have reduced already: its form key
 * decides, and it leads to the first receipt. Call it after the balance was read: two taps may run at the same time, and
 * a balance that the first one has changed comes with its record.
 */
export async function repeatsLast(context: AppLoadContext, op: OpName, input: Record<string, Json>): Promise<boolean> {
  const last = await context.operations.last();
  if (last?.op !== op) return false;
  const known = last.input as Record<string, Json>;
  return Object.entries(input).every(([name, value]) => known[name] === value);
}
