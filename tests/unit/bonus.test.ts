/** When a bonus can be received again: the days and weeks of the market, wherever the server stands. */
import { describe, expect, test } from "vitest";
import { availabilityOf, type Bonus } from "../../app/features/bonus/availability";

const at = (iso: string) => Date.parse(iso);

/** A bonus received at these times. */
const bonus = (type: Bonus["type"], maxReceived: number, received: string[], isActive = false) => ({
  type,
  maxReceived,
  userBonus: { _id: "1", isActive, received: received.map((iso) => ({ updatedAt: new Date(iso) })) },
});

describe.each(["Asia/Bangkok", "Asia/Vientiane"] as const)("in %s", (zone) => {
  test("a bonus of the day is open again at midnight, and not a moment before", () => {
    const daily = bonus("day", 1, ["2026-11-22T00:00:00+07:00"]);
    const again = "2026-11-23";
    for (const time of ["2026-11-22T00:00:00+07:00", "2026-11-22T23:59:59.999+07:00"])
      expect(availabilityOf(daily, at(time), zone)).toEqual({ state: "received", received: 1, again });
    const open = { state: "open", received: 0, again: null };
    expect(availabilityOf(daily, at("2026-11-23T00:00:00+07:00"), zone)).toEqual(open);
    // Midnight in the market is 17:00 in UTC.
    const evening = bonus("day", 1, ["2026-11-22T16:59:59Z"]);
    expect(availabilityOf(evening, at("2026-11-22T17:00:00Z"), zone)).toEqual(open);
  });

  test("a bonus of the week counts from Monday to Sunday", () => {
    const monday = "2026-11-16T00:00:00+07:00";
    const sunday = "2026-11-22T23:59:59.999+07:00";
    const weekly = bonus("week", 2, [monday, sunday]);
    expect(availabilityOf(weekly, at(sunday), zone)).toEqual({ state: "received", received: 2, again: "2026-11-23" });
    expect(availabilityOf(weekly, at("2026-11-23T00:00:00+07:00"), zone)).toMatchObject({ state: "open", received: 0 });
    const before = bonus("week", 2, ["2026-11-15T23:59:59.999+07:00", monday]);
    expect(availabilityOf(before, at(sunday), zone)).toMatchObject({ state: "open", received: 1 });
  });

  test("the last week of a year goes on into the next, and the last day does not", () => {
    const newYear = "2026-01-01T00:00:00+07:00";
    // 31 December 2025 was a Wednesday.
    const weekly = bonus("week", 1, ["2025-12-31T23:59:59+07:00"]);
    expect(availabilityOf(weekly, at(newYear), zone)).toEqual({ state: "received", received: 1, again: "2026-01-05" });
    expect(availabilityOf(weekly, at("2026-01-05T00:00:00+07:00"), zone)).toMatchObject({ state: "open" });
    const daily = bonus("day", 1, ["2025-12-31T00:00:00+07:00"]);
    expect(availabilityOf(daily, at("2025-12-31T23:59:59+07:00"), zone)).toMatchObject({ again: "2026-01-01" });
    expect(availabilityOf(daily, at(newYear), zone)).toMatchObject({ state: "open" });
  });

  test("of a bonus with a limit all receipts count, for ever", () => {
    const twice = bonus("limit", 2, ["2019-05-01T00:00:00Z", "2026-11-22T00:00:00Z"]);
    const now = at("2031-01-01T00:00:00Z");
    expect(availabilityOf(twice, now, zone)).toEqual({ state: "received", received: 2, again: null });
    expect(availabilityOf({ ...twice, maxReceived: 3 }, now, zone)).toMatchObject({ state: "open", received: 2 });
  });

  test("a bonus that is held is the current one, also when it was received as often as allowed", () => {
    const held = bonus("day", 1, ["2026-11-22T00:00:00+07:00"], true);
    expect(availabilityOf(held, at("2026-11-22T12:00:00+07:00"), zone)).toMatchObject({ state: "current" });
  });

  test("a bonus that was never received is open, unless nobody may receive it", () => {
    const never = { type: "week", maxReceived: 1, userBonus: null } as const;
    const now = at("2026-11-22T00:00:00Z");
    expect(availabilityOf(never, now, zone)).toEqual({ state: "open", received: 0, again: null });
    const closed = availabilityOf({ ...never, maxReceived: 0 }, now, zone);
    expect(closed).toEqual({ state: "received", received: 0, again: null });
  });
});
