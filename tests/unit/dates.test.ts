import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BUDDHIST_YEARS,
  DAY_MS,
  dayOf,
  formatDate,
  formatDateTime,
  formatRecent,
  formatTime,
  isoTime,
  offsetOf,
} from "../../app/lib/dates";
import { startOfDay } from "../../app/lib/start-of-day";

const ZONES = ["Asia/Bangkok", "Asia/Vientiane"] as const;
/** 03:04:05 on the next day in both markets. */
const AT = "2026-02-28T20:04:05.678Z";

describe.each(ZONES)("a time in %s", (zone) => {
  test("is the market's, seven hours ahead, with two digits for each part and the Gregorian year", () => {
    expect(formatDateTime(AT, zone)).toBe("01/03/2026 03:04:05");
    expect(formatDate(AT, zone)).toBe("01/03/2026");
    expect(formatTime(AT, zone)).toBe("03:04");
    expect(isoTime(AT, zone)).toBe("2026-03-01T03:04:05+07:00");
    expect(dayOf(AT, zone)).toBe("2026-03-01");
    expect(offsetOf(zone)).toBe("+07:00");
  });

  test("is what the database of zones says", () => {
    const zoned = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    const years = { min: new Date("1970-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z") };
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (at) => {
        expect(isoTime(at, zone)).toBe(`${zoned.format(at).replace(" ", "T")}+07:00`);
      }),
    );
  });

  test("that cannot be read is no time", () => expect(() => formatDateTime("soon", zone)).toThrow(RangeError));

  test("starts the day with 00 and not with 24", () => {
    expect(formatDateTime("2026-02-28T17:00:00Z", zone)).toBe("01/03/2026 00:00:00");
    expect(formatDateTime("2026-02-28T16:59:59.999Z", zone)).toBe("28/02/2026 23:59:59");
  });

  test("is the same from a date, its milliseconds and its text", () => {
    const ms = Date.parse(AT);
    expect([ms, new Date(ms), AT].map((at) => isoTime(at, zone))).toEqual(Array(3).fill("2026-03-01T03:04:05+07:00"));
  });

  test("printed for machines is read back to the second", () => {
    const years = { min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z") };
    fc.assert(
      fc.property(fc.date(years), (at) => {
        expect(Date.parse(isoTime(at, zone))).toBe(Math.trunc(at.getTime() / 1000) * 1000);
      }),
    );
  });

  test("belongs to the day that starts at midnight in the market", () => {
    const start = startOfDay("2026-03-01", zone);
    expect(new Date(start).toISOString()).toBe("2026-02-28T17:00:00.000Z");
    expect([start - 1, start, start + DAY_MS - 1, start + DAY_MS].map((at) => dayOf(at, zone))).toEqual([
      "2026-02-28",
      "2026-03-01",
      "2026-03-01",
      "2026-03-02",
    ]);
  });

  test("is shown with its date unless it is of the same day", () => {
    expect(formatRecent(AT, "2026-03-01T16:59:59Z", zone)).toBe("03:04");
    expect(formatRecent(AT, "2026-03-01T17:00:00Z", zone)).toBe("01/03 03:04");
    expect(formatRecent(AT, "2026-02-28T16:59:59Z", zone)).toBe("01/03 03:04");
  });
});

test("the Thai calendar is 543 years ahead", () => expect(2026 + BUDDHIST_YEARS).toBe(2569));
