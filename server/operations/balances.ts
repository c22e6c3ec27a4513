import type { MarkedRow } from "./rows";
import { effectOn } from "./rows";
import type { Baseline } from "./types";

/** More possible explanations than these explain nothing. */
const MAX_SUMS = 256;

/** The rows since a baseline, and whose they are. */
export interface Ledger {
  base: Baseline;
  rows: readonly MarkedRow[];
  /** Marks of the operation's own rows, whose effect came after the baseline. */
  own: ReadonlySet<string>;
  /** Marks of the rows of operations that had ended before it. */
  earlier: ReadonlySet<string>;
}

/**
 * Whether the rows explain that an account has changed by `change` minor units since the baseline. A row that appeared
 * since then may have had its effect before, if it was created at about the time of the baseline: then both are possible.
 */
export function explained(ledger: Ledger, account: string, change: number): boolean {
  const seen = new Set(ledger.base.seen);
  let sums = new Set([0]);
  for (const row of ledger.rows) {
    const effects = effectsOf(ledger, seen, account, row);
    if (!effects || sums.size > MAX_SUMS) return false;
    if (effects.length === 1 && effects[0] === 0) continue;
    sums = new Set([...sums].flatMap((sum) => effects.map((effect) => sum + effect)));
  }
  return sums.has(change);
}

/** What a row may have changed since the baseline; null if that cannot be told. */
function effectsOf(
  { base, own, earlier }: Ledger,
  seen: ReadonlySet<string>,
  account: string,
  row: MarkedRow,
): number[] | null {
  if (seen.has(row.mark)) return [0];
  const effect = effectOn(account, row);
  const asPending = effectOn(account, { ...row, status: "PENDING" });
  if (seen.has(`${row.mark}?`)) {
    if (effect === null) return null;
    return asPending === null ? either(0, effect) : [effect - asPending];
  }
  if (earlier.has(row.mark)) return either(0, (effect ?? 0) - (asPending ?? effect ?? 0));
  const at = row.createdAt.getTime();
  const isOwn = own.has(row.mark);
  if (at < base.at - base.slack && !isOwn) return [0];
  if (effect === null) return null;
  return isOwn || at > base.at + base.slack ? [effect] : either(0, effect);
}

const either = (one: number, other: number) => (one === other ? [one] : [one, other]);
