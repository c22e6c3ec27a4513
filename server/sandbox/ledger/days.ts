const ZONE_MS = 7 * 3_600_000;
export const DAY_MS = 24 * 3_600_000;

/** When the day of this moment began in Asia/Bangkok. Epoch milliseconds. */
export const startOfDay = (at: number) => Math.floor((at + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS;

/** When the week of this moment began: Monday in Asia/Bangkok. */
export function startOfWeek(at: number): number {
  const day = Math.floor((at + ZONE_MS) / DAY_MS);
  // Day 0 was a Thursday.
  return startOfDay(at) - ((day + 3) % 7) * DAY_MS;
}
