import { describe, expect, test } from "vitest";
import { plainDigits } from "../../app/lib/digits";
import { formatPhone, normalizePhone } from "../../app/lib/phone";

describe("phone numbers", () => {
  test.each([
    ["0812345678", "0812345678"],
    [" 081 234 5678 ", "0812345678"],
    ["081-234-5678", "0812345678"],
    ["081\u2013234\u20135678", "0812345678"],
    ["(081) 234.5678", "0812345678"],
    ["+66 81 234 5678", "0812345678"],
    ["+66 (0)81-234-5678", "0812345678"],
    ["0066812345678", "0812345678"],
    ["66812345678", "0812345678"],
    ["๐๘๑๒๓๔๕๖๗๘", "0812345678"],
    ["020 5512 3456", "02055123456"],
    ["+856 20 5512 3456", "02055123456"],
    ["8562055123456", "02055123456"],
    ["+856 30 512 3456", "0305123456"],
    ["໐໒໐໕໕໑໒໓໔໕໖", "02055123456"],
  ])("%s is %s", (typed, phone) => expect(normalizePhone(typed)).toBe(phone));

  test("a number of the wrong length is normalised, not rejected", () => {
    expect(normalizePhone("081 234 567")).toBe("081234567");
    expect(normalizePhone("6681")).toBe("6681");
  });

  test("a text that is not a number is unchanged", () => {
    expect(normalizePhone(" somchai-1 ")).toBe("somchai-1");
    expect(normalizePhone("")).toBe("");
  });

  test("normalising twice changes nothing", () => {
    for (const typed of ["+66 81 234 5678", "020 5512 3456", "x"]) {
      const once = normalizePhone(typed);
      expect(normalizePhone(once)).toBe(once);
    }
  });
});

test("Thai and Lao digits are converted", () => {
  expect(plainDigits("๐๙ ໐໙ 12a")).toBe("09 09 12a");
});

test("numbers are formatted in groups", () => {
  expect(formatPhone("0812345678")).toBe("081-234-5678");
  expect(formatPhone("02055123456")).toBe("020-5512-3456");
  expect(formatPhone("12345")).toBe("12345");
});
