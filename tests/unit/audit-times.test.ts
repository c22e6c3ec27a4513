import { expect, test } from "vitest";
import { readTime, textOfTime } from "../../server/audit/times";

const BANGKOK = "Asia/Bangkok";
/** 01:30 of the 23rd in Bangkok. */
const NOW = Date.parse("2026-11-22T18:30:00Z");

test.each([
  ["2026-11-22", "2026-11-21T17:00:00.000Z", "2026-11-22T16:59:59.999Z"],
  ["2026-11-22 14:03", "2026-11-22T07:03:00.000Z", "2026-11-22T07:03:59.999Z"],
  ["2026-11-22T14:03:05", "2026-11-22T07:03:05.000Z", "2026-11-22T07:03:05.999Z"],
  ["2026-11-22 14:03Z", "2026-11-22T14:03:00.000Z", "2026-11-22T14:03:59.999Z"],
  ["2026-11-22 14:03+09:00", "2026-11-22T05:03:00.000Z", "2026-11-22T05:03:59.999Z"],
  ["1:03", "2026-11-22T18:03:00.000Z", "2026-11-22T18:03:59.999Z"],
])("%s is from %s to %s", (text, first, last) => {
  const found = readTime(text, BANGKOK, NOW)!;
  expect([found.first, found.last].map((at) => new Date(at).toISOString())).toEqual([first, last]);
});

test.each(["", "yesterday", "2026-13-01", "25:00", "14", "Z", "2026-11-22 14:03 Uhr"])("“%s” is not a time", (text) =>
  expect(readTime(text, BANGKOK, NOW)).toBeNull(),
);

test("a time is printed with its offset, and can be read again", () => {
  const text = textOfTime(NOW, "Asia/Vientiane");
  expect(text).toBe("2026-11-23 01:30:00 +07:00");
  expect(readTime(text, BANGKOK, 0)?.first).toBe(NOW);
});
