import { expect, test } from "vitest";
import { relativeTime, UNITS } from "../../app/lib/relative-time";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const ago = (seconds: number, locale: "th" | "la" | "en" = "en") => relativeTime(NOW - seconds * 1000, NOW, locale);

test.each(UNITS)("one %s is %i seconds, and one second less is a smaller unit", (unit, seconds) => {
  expect(ago(seconds)).toBe(`1 ${unit} ago`);
  expect(ago(2 * seconds)).toBe(`2 ${unit}s ago`);
  if (seconds > 1) expect(ago(seconds - 1)).not.toContain(unit);
});

test("what has not come yet, by another clock, is now", () => expect(ago(-5)).toBe("0 seconds ago"));

test("Thai and Lao have their own words and Western digits", () => {
  expect(ago(180, "th")).toMatch(/^3 นาที/);
  expect(ago(180, "la")).toMatch(/^3 ນາທີ/);
  for (const locale of ["th", "la"] as const) expect(ago(40_000_000, locale)).toMatch(/^1 /);
});
