/** What a member has asked of this site to keep to. Amounts are minor units, times epoch milliseconds. */
export interface Wishes {
  limits: Partial<Record<Period, Limit>>;
  /** End of the break. */
  breakUntil: number | null;
}

export interface Limit {
  /** Null: none holds yet, one is only asked for. */
  amount: number;
  /** A higher limit, or none (null), that the member may confirm from this time on. */
  raise?: { amount: number | null; from: number };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The periods of a limit, in milliseconds. They end now. */
export const PERIODS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
export type Period = keyof typeof PERIODS;
export const PERIOD_NAMES = Object.keys(PERIODS) as Period[];

/** The breaks that a member can take, in days. */
export const BREAK_DAYS = [1, 7, 30, 60, 90] as const;

export const NO_WISHES: Wishes = { limits: {}, breakUntil: null };

/**
 * Asks for a limit, or for none (null). A lower one holds at once; a higher one, or none, only once it was confirmed after
 * the waiting time.
 * @param waitMs milliseconds
 */
export function askedLimit(known: Limit | undefined, amount: number | null, now: number, waitMs: number) {
  // Its form sends all limits, also those that stay: what was asked for goes on waiting.
  if (amount === known?.amount || (!known && amount === null)) return known;
  if (amount !== null && (!known || amount < known.amount)) return { amount };
  // Asked again, the waiting time goes on.
  if (known?.raise && known.raise.amount === amount) return known;
  return { amount: known!.amount, raise: { amount, from: now + waitMs } };
}

/** The limit after the member has confirmed to raise it; unchanged while that must wait. */
export function raisedLimit(known: Limit, now: number): Limit | undefined {
  if (!known.raise || now < known.raise.from) return known;
  const { amount } = known.raise;
  return amount === null ? undefined : { amount };
}

/** A break that is longer than the one that runs. It cannot be shortened. */
export const longerBreak = ({ breakUntil }: Wishes, days: number, now: number) =>
  Math.max(breakUntil ?? 0, now + days * DAY_MS);

/** The end of the break that runs, or null. */
export const breakEnd = ({ breakUntil }: Wishes, now: number) =>
  breakUntil !== null && breakUntil > now ? breakUntil : null;

/** A deposit that has arrived, in minor units and epoch milliseconds. */
export interface Arrived {
  amount: number;
  at: number;
}

/** What has arrived in each period. */
export function depositsIn(arrived: readonly Arrived[], now: number): Record<Period, number> {
  const since = (ms: number) => arrived.filter(({ at }) => at > now - ms).reduce((sum, { amount }) => sum + amount, 0);
  return { day: since(PERIODS.day), week: since(PERIODS.week), month: since(PERIODS.month) };
}

/** What may still be deposited: the least of what the limits leave; null without a limit. */
export function leftOf({ limits }: Wishes, used: Record<Period, number>): number | null {
  const left = PERIOD_NAMES.flatMap((period) => {
    const limit = limits[period];
    return limit ? [Math.max(0, limit.amount - used[period])] : [];
  });
  return left.length > 0 ? Math.min(...left) : null;
}
