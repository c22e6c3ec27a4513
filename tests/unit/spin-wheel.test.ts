/** The drawing of the prize wheel: where slices are, which colours can be read, and what fits on them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sliceColours } from "../../app/features/spin/colours";
import { fitLabel } from "../../app/features/spin/fit-label";
import { LABELS, placeOf, restOf, slicePath, turnOf } from "../../app/features/spin/geometry";

const COUNTS = [2, 3, 7, 8, 12, 24];

/** Contrast by WCAG's formula, of `#rrggbb` colours: written once more, so that a mistake is not in both. */
function ratio(one: string, other: string): number {
  const light = (hex: string) => {
    const long = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
    const linear = [1, 3, 5].map((at) => {
      const value = parseInt(long.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    });
    return linear[0]! * 0.2126 + linear[1]! * 0.7152 + linear[2]! * 0.0722;
  };
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

describe("slices", () => {
  test.each(COUNTS)("with %i slices, each can be turned to the pointer", (count) => {
    for (let index = 0; index < count; index += 1) {
      const place = placeOf(index, count, restOf(index, count));
      expect(Math.min(place, 360 - place), `slice ${index}`).toBeLessThan(0.1);
      expect(restOf(index, count)).toBeGreaterThanOrEqual(0);
      expect(restOf(index, count)).toBeLessThan(360);
    }
  });

  test("a slice is as wide as its share of the disc", () => {
    expect(slicePath(2)).toBe("M0 0L-181 0A181 181 0 0 1 181 0z");
    expect(slicePath(4)).toBe("M0 0L-128 -128A181 181 0 0 1 128 -128z");
    expect(slicePath(1)).toMatch(/^M0-181a181 181 0 1 1/);
  });

  test("a turn ends at its slice after two or three full turns, in a tenth of 4 to 5 seconds for each", () => {
    const turns = new Set<number>();
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(0, 30, 345), (reference, rest) => {
        const { degrees, ms } = turnOf(reference, rest);
        const full = (degrees - rest) / 360;
        turns.add(full);
        expect([2, 3]).toContain(full);
        expect(ms).toBeGreaterThanOrEqual(400 * full);
        expect(ms).toBeLessThanOrEqual(500 * full);
        expect(turnOf(reference, rest)).toEqual({ degrees, ms });
      }),
    );
    expect(turns.size).toBe(2);
  });
});

describe("colours", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

  test("text can be read on every slice, and its own colour stays if it can", () => {
    fc.assert(
      fc.property(colour, colour, (bgColor, textColor) => {
        const drawn = sliceColours({ bgColor, textColor }, 0);
        expect(drawn.fill).toBe(bgColor);
        if (ratio(bgColor, textColor) >= 4.51) expect(drawn.text).toBe(textColor);
        expect(ratio(drawn.fill, drawn.text)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["#fff", "#ffffff"],
    ["#F2A62B", "#f2a62b"],
    ["#1c4f7e80", "#1c4f7e"],
    ["rgb(28, 79, 126)", "#1c4f7e"],
    ["rgba(28,79,126,0.5)", "#1c4f7e"],
    ["rgb(28 79 126 / 50%)", "#1c4f7e"],
    [" Red ", "#ff0000"],
  ])("%s is read", (bgColor, fill) => expect(sliceColours({ bgColor, textColor: "" }, 0).fill).toBe(fill));

  test.each(["", "url(https://evil.example/x)", '#fff" onload="x', "rgb(300,0,0)", "#12", "nonsense", "var(--x)"])(
    "%s is replaced by a colour of ours",
    (bgColor) => {
      for (const index of [0, 1, 2, 3, 4, 30]) {
        const { fill, text } = sliceColours({ bgColor, textColor: bgColor }, index);
        expect(fill).toMatch(/^#[\da-f]{6}$/);
        expect(ratio(fill, text)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});

describe("labels", () => {
  const LONG = "เงินรางวัลพิเศษ 1,000 บาท สำหรับสมาชิกที่หมุนกงล้อในวันนี้เท่านั้น";

  test.each(COUNTS)("short labels are whole on %i slices", (count) => {
    for (const label of ["฿1,000", "₭500,000", "ไม่มีรางวัล", "ບໍ່ມີລາງວັນ", "Free spin", "🎁"])
      expect(fitLabel(label, count).lines.join("").replaceAll(" ", "")).toBe(label.replaceAll(" ", ""));
  });

  test.each(COUNTS)("a long label is shortened or broken on %i slices, never drawn outside", (count) => {
    const { lines, size, leading, radial, at } = fitLabel(LONG, count);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(lines.join("")).toMatch(/…$/);
    expect(size).toBeGreaterThanOrEqual(11);
    const reach = radial ? at : at + (lines.length * leading) / 2;
    expect(reach).toBeLessThanOrEqual(LABELS.to);
  });

  test("an amount keeps its currency, and a stacked vowel its letter", () => {
    expect(fitLabel("รับเงิน ฿1,000,000 ทันที", 8).lines.join("|")).toMatch(/(^|\||\s)฿1,000,000/);
    for (const label of [LONG, "ກິນເຂົ້າກັບໝູ່ຢູ່ບ້ານໃກ້ແມ່ນ້ຳຂອງທຸກມື້ແລງ"])
      for (const line of fitLabel(label, 24).lines) expect(line).not.toMatch(/^\p{Mn}/u);
  });

  test("no label is too odd to draw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.integer({ min: 1, max: 30 }), (label, count) => {
        const { lines, size } = fitLabel(label, count);
        expect(lines.length).toBeLessThanOrEqual(3);
        expect(size).toBeGreaterThanOrEqual(11);
      }),
    );
  });
});
