import { describe, expect, test } from "vitest";
import {
  askedLimit,
  breakEnd,
  depositsIn,
  leftOf,
  longerBreak,
  NO_WISHES,
  PERIODS,
  raisedLimit,
} from "../../server/protection/rules";

const NOW = Date.UTC(2026, 10, 23, 12);
const WAIT = 24 * 3_600_000;

describe("a deposit limit", () => {
  test("holds at once when it is the first, or lower", () => {
    expect(askedLimit(undefined, 500_00, NOW, WAIT)).toEqual({ amount: 500_00 });
    expect(askedLimit({ amount: 500_00 }, 300_00, NOW, WAIT)).toEqual({ amount: 300_00 });
  });

  test("is not raised or removed before the waiting time is over and the member confirms it", () => {
    for (const amount of [900_00, null]) {
      const asked = askedLimit({ amount: 500_00 }, amount, NOW, WAIT)!;
      expect(asked).toEqual({ amount: 500_00, raise: { amount, from: NOW + WAIT } });
      expect(raisedLimit(asked, NOW + WAIT - 1)).toEqual(asked);
      expect(raisedLimit(asked, NOW + WAIT)).toEqual(amount === null ? undefined : { amount });
    }
    expect(raisedLimit({ amount: 500_00 }, NOW)).toEqual({ amount: 500_00 });
  });

  test("keeps the waiting time of the same wish, and begins it again for another", () => {
    const asked = askedLimit({ amount: 500_00 }, 900_00, NOW, WAIT)!;
    expect(askedLimit(asked, 900_00, NOW + 1000, WAIT)).toEqual(asked);
    expect(askedLimit(asked, 950_00, NOW + 1000, WAIT)!.raise).toEqual({ amount: 950_00, from: NOW + 1000 + WAIT });
  });

  test("that is lowered takes a wish to raise it back; one that stays does not, as its form sends it, too", () => {
    const asked = askedLimit({ amount: 500_00 }, null, NOW, WAIT)!;
    expect(askedLimit(asked, 500_00, NOW + 1000, WAIT)).toEqual(asked);
    expect(askedLimit(asked, 200_00, NOW, WAIT)).toEqual({ amount: 200_00 });
    expect(askedLimit(undefined, null, NOW, WAIT)).toBeUndefined();
  });

  test("leaves what the strictest period leaves, and never less than nothing", () => {
    const ago = (ms: number) => ({ amount: 100_00, at: NOW - ms });
    const used = depositsIn(
      [ago(1), ago(PERIODS.day - 1), ago(PERIODS.day), ago(PERIODS.week), ago(PERIODS.month)],
      NOW,
    );
    expect(used).toEqual({ day: 200_00, week: 300_00, month: 400_00 });
    expect(leftOf(NO_WISHES, used)).toBeNull();
    expect(leftOf({ limits: { day: { amount: 500_00 }, week: { amount: 350_00 } }, breakUntil: null }, used)).toBe(
      50_00,
    );
    expect(leftOf({ limits: { day: { amount: 500_00 }, month: { amount: 1_00 } }, breakUntil: null }, used)).toBe(0);
  });
});

describe("a break", () => {
  const resting = { limits: {}, breakUntil: NOW + 7 * PERIODS.day };

  test("is made longer, and never shorter", () => {
    expect(longerBreak(NO_WISHES, 1, NOW)).toBe(NOW + PERIODS.day);
    expect(longerBreak(resting, 1, NOW)).toBe(NOW + 7 * PERIODS.day);
    expect(longerBreak(resting, 30, NOW)).toBe(NOW + 30 * PERIODS.day);
  });

  test("runs until its end", () => {
    expect(breakEnd(NO_WISHES, NOW)).toBeNull();
    expect(breakEnd(resting, resting.breakUntil - 1)).toBe(resting.breakUntil);
    expect(breakEnd(resting, resting.breakUntil)).toBeNull();
  });
});
