import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  currencySymbol,
  decimal,
  formatAmount,
  formatMoney,
  formatShort,
  MINUS,
  moneyParts,
  isTooMuch,
  parseMoney,
} from "../../app/lib/money";

/** The largest amount that a form accepts, in minor units. */
const LARGEST = 10_000_000_000_000;
const amount = fc.integer({ min: 0, max: LARGEST });

describe("reading an amount", () => {
  test.each([
    ["0", 0],
    ["1", 1_00],
    ["1.5", 1_50],
    ["1.05", 1_05],
    ["1.50", 1_50],
    ["0.01", 1],
    ["0.05", 5],
    ["0.5", 50],
    ["7.", 7_00],
    ["007", 7_00],
    ["1200", 1_200_00],
    ["1,200", 1_200_00],
    ["1,234,567.89", 1_234_567_89],
    ["12,345", 12_345_00],
    [" 500 ", 500_00],
    [" ฿500 ", 500_00],
    ["1 200", 1_200_00],
    ["1\u00a0200", 1_200_00],
    ["฿500", 500_00],
    ["฿ 1,200.50", 1_200_50],
    ["₭50,000", 50_000_00],
    ["๑,๒๐๐.๕๐", 1_200_50],
    ["໕໐,໐໐໐", 50_000_00],
    ["1๒໓", 123_00],
  ])("%s is %d minor units", (typed, minor) => expect(parseMoney(typed)).toBe(minor));

  test.each([
    "",
    " ",
    ".",
    ".5",
    "฿",
    "-5",
    "\u22125",
    "+5",
    "1e3",
    "1,234.567",
    "0.001",
    "0x10",
    "Infinity",
    "NaN",
    "1.234",
    "1.2.3",
    "1,00",
    "1,2345",
    "1234,567",
    ",100",
    "100,",
    "1,,000",
    "1.000,00",
    "1.5,0",
    "500฿",
    "฿฿5",
    "$5",
    "ห้าร้อย",
    "ten",
    "5 baht",
    "½",
  ])("%j is not an amount", (typed) => expect(parseMoney(typed)).toBeNull());

  test("the largest amount is accepted, one minor unit more is not", () => {
    expect(parseMoney("100,000,000,000.00")).toBe(LARGEST);
    expect(parseMoney("100,000,000,000.01")).toBeNull();
    expect(parseMoney("9".repeat(13))).toBeNull();
    expect(parseMoney("9".repeat(400))).toBeNull();
    // Leading zeros do not change the number, but nobody types that many.
    expect(parseMoney("0".repeat(12) + "1")).toBe(1_00);
    expect(parseMoney("0".repeat(13) + "1")).toBeNull();
  });

  test("an amount that is too large is told from what is no amount", () => {
    expect(["100,000,000,000.01", "9".repeat(400)].filter(isTooMuch)).toHaveLength(2);
    expect(["100,000,000,000.00", "ten", "", "-1"].filter(isTooMuch)).toEqual([]);
  });

  test("a printed amount is read back exactly", () => {
    fc.assert(
      fc.property(amount, fc.constantFrom("BAHT" as const, "LAK" as const), (minor, currency) => {
        expect(parseMoney(formatAmount(minor))).toBe(minor);
        expect(parseMoney(formatMoney(minor, currency))).toBe(minor);
        expect(parseMoney(formatShort(minor))).toBe(minor);
        expect(parseMoney(decimal(minor))).toBe(minor);
      }),
    );
  });

  test("Thai and Lao digits are read like ASCII digits", () => {
    const inScript = (text: string, zero: number) =>
      text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
    fc.assert(
      fc.property(amount, fc.constantFrom(0x0e50, 0x0ed0), (minor, zero) => {
        expect(parseMoney(inScript(formatAmount(minor), zero))).toBe(minor);
      }),
    );
  });

  test("any text is read as whole minor units or as no amount, without an error", () => {
    const likely = fc.stringOf(fc.constantFrom(..."0123456789,. -+e฿₭๕໕"), { maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(likely, fc.fullUnicodeString()), (text) => {
        const minor = parseMoney(text);
        if (minor === null) return;
        expect(Number.isSafeInteger(minor)).toBe(true);
        expect(minor).toBeGreaterThanOrEqual(0);
        expect(minor).toBeLessThanOrEqual(LARGEST);
      }),
    );
  });
});

describe("printing an amount", () => {
  test.each([
    [0, "0.00"],
    [1, "0.01"],
    [10, "0.10"],
    [99, "0.99"],
    [1_00, "1.00"],
    [999_99, "999.99"],
    [1_000_00, "1,000.00"],
    [12_345_67, "12,345.67"],
    [123_456_78, "123,456.78"],
    [1_234_567_89, "1,234,567.89"],
    [LARGEST, "100,000,000,000.00"],
    [-1, "\u22120.01"],
    [-1_000_00, "\u22121,000.00"],
    [-123_456_78, "\u2212123,456.78"],
  ])("%d minor units are %s", (minor, text) => expect(formatAmount(minor)).toBe(text));

  test("commas group three digits", () => {
    fc.assert(
      fc.property(amount, (minor) => {
        const { whole, fraction } = moneyParts(minor);
        expect(whole).toMatch(/^(?:0|[1-9]\d{0,2}(?:,\d{3})*)$/);
        expect(fraction).toMatch(/^\.\d\d$/);
        expect(whole.replaceAll(",", "") + fraction.slice(1)).toBe(
          String(Math.trunc(minor / 100)) + String(minor % 100).padStart(2, "0"),
        );
      }),
    );
  });

  test("a negative amount is printed with a minus sign", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: LARGEST }), (minor) => {
        expect(formatAmount(-minor)).toBe(`\u2212${formatAmount(minor)}`);
        expect(formatMoney(-minor, "BAHT")).toBe(`\u2212${formatMoney(minor, "BAHT")}`);
        expect(formatShort(-minor)).toBe(`\u2212${formatShort(minor)}`);
        expect(moneyParts(-minor)).toEqual({ ...moneyParts(minor), sign: "\u2212" });
      }),
    );
  });

  test("zero and positive amounts have no sign", () => {
    expect([0, -0, 1, 1_00].map((minor) => moneyParts(minor).sign)).toEqual(["", "", "", ""]);
  });

  test("a negative amount stays negative, whatever sign its kind of movement has", () => {
    const signs = (minor: number) => (["", "+", MINUS] as const).map((sign) => moneyParts(minor, sign).sign);
    expect(signs(-1)).toEqual([MINUS, MINUS, MINUS]);
    expect(signs(1)).toEqual(["", "+", MINUS]);
  });

  test("the currency comes first", () => {
    expect([currencySymbol("BAHT"), currencySymbol("LAK")]).toEqual(["฿", "₭"]);
    expect(formatMoney(1_234_56, "BAHT")).toBe("฿1,234.56");
    expect(formatMoney(50_000_00, "LAK")).toBe("₭50,000.00");
  });

  test("a preset has decimals only if needed", () => {
    expect([1_000_00, 0, 50_50, 2_50_00].map(formatShort)).toEqual(["1,000", "0", "50.50", "250"]);
  });

  test("the value of an input has a point and no commas", () => {
    expect([0, 5, 1_50, 1_234_567_89, -20_00].map(decimal)).toEqual(["0.00", "0.05", "1.50", "1234567.89", "-20.00"]);
  });
});
