import type { TimeZone } from "../../../server/config/config";
import type { bonus } from "../../../server/operator/contract/bonus";
import type { Output } from "../../../server/operator/endpoint";
import { addDays, dayOf } from "~/lib/dates";

export type Bonus = Output<(typeof bonus)["listBonuses"]>[number];

export interface Availability {
  /** `current`: the member holds this bonus. `received`: as often as allowed. */
  state: "current" | "received" | "open";
  /** How often it was received in the current period. */
  received: number;
  /** The day (`YYYY-MM-DD`) from which it can be received again; null if there is none, or it can be now. */
  again: string | null;
}

/** The Monday of a day's week. */
function mondayOf(day: string) {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday);
}

interface Period {
  /** The first day of the period that a day belongs to; the same text for all days of one period. */
  start(day: string): string;
  /** Days until the next one; null: there is none. */
  days: number | null;
}

const PERIODS: Record<Bonus["type"], Period> = {
  limit: { start: () => "", days: null },
  day: { start: (day) => day, days: 1 },
  week: { start: mondayOf, days: 7 },
};

/**
 * Whether a member can receive a bonus at `now`. Days and weeks, which begin on Monday, are those of `zone`. Whether
 * another bonus is held is another question.
 */
export function availabilityOf(
  { type, maxReceived, userBonus }: Pick<Bonus, "type" | "maxReceived" | "userBonus">,
  now: number,
  zone: TimeZone,
): Availability {
  const { start, days } = PERIODS[type];
  const current = start(dayOf(now, zone));
  const received = (userBonus?.received ?? []).filter(
    ({ updatedAt }) => start(dayOf(updatedAt, zone)) === current,
  ).length;
  if (userBonus?.isActive) return { state: "current", received, again: null };
  if (received < maxReceived) return { state: "open", received, again: null };
  // A bonus that nobody may receive does not come back either.
  const again = days === null || maxReceived < 1 ? null : addDays(current, days);
  return { state: "received", received, again };
}
