import { describe, expect, test } from "vitest";
import { plainDigits } from "../../app/lib/digits";
import { formatPhone, phoneNumber, readPhone } from "../../app/lib/phone";
import { PhoneForm } from "../../app/routes/_guest.register/form";

const MARKETS = ["th", "la"] as const;

describe("phone numbers", () => {
  test.each([
    "0812345678",
    " 081 234 5678 ",
    "081-234-5678",
    "081\u2013234\u20135678",
    "(081) 234.5678",
    "+66 81 234 5678",
    "+66 (0)81-234-5678",
    "0066812345678",
    "66812345678",
    "812345678",
    // As phones copy numbers from their contacts.
    "\u202a081 234 5678\u202c",
    "\u2068+66 81 234 5678\u2069",
    "๐๘๑๒๓๔๕๖๗๘",
  ])("%s is one Thai number", (typed) =>
    expect(readPhone(typed, "th")).toEqual({ number: "0812345678", isMobile: true }),
  );

  test.each([
    "2055123456",
    "20 5512 3456",
    "020 5512 3456",
    "02055123456",
    "+8562055123456",
    "+856 20 5512 3456",
    "+856 (0)20 5512 3456",
    "008562055123456",
    "8562055123456",
    "85602055123456",
    "໐໒໐໕໕໑໒໓໔໕໖",
  ])("%s is one Lao number", (typed) =>
    expect(readPhone(typed, "la")).toEqual({ number: "2055123456", isMobile: true }),
  );

  test.each(["305123456", "030 512 3456", "+856 30 512 3456"])("%s is one Lao 030 number", (typed) =>
    expect(readPhone(typed, "la")).toEqual({ number: "305123456", isMobile: true }),
  );

  test.each([
    ["la", "+1 900 555 0199", "+19005550199"],
    ["la", "001 900 555 0199", "+19005550199"],
    ["la", "19005550199", "19005550199"],
    ["la", "+66 81 234 5678", "+66812345678"],
    ["la", "0205123456", "205123456"],
    ["la", "021 212 345", "21212345"],
    ["la", "5", "5"],
    ["th", "+856 20 5512 3456", "+8562055123456"],
    ["th", "1900 123 456", "1900123456"],
    ["th", "02 123 4567", "021234567"],
    ["th", "081 234 567", "081234567"],
    ["th", "6681", "6681"],
  ] as const)("in market %s, %s is not a mobile number", (market, typed, number) =>
    expect(readPhone(typed, market)).toEqual({ number, isMobile: false }),
  );

  test.each(["somchai-1", "<b>x</b>", "0812345678x", "081 234 5678 ext. 9", "++856", "+", "", "tel:0812345678"])(
    "%s is not a number",
    (typed) => {
      for (const market of MARKETS) expect(readPhone(typed, market)).toBeNull();
    },
  );

  test("a text that is not a number is sent to the operator as it is", () => {
    expect(phoneNumber(" somchai-1 ", "th")).toBe("somchai-1");
    expect(phoneNumber("020 5512 3456", "la")).toBe("2055123456");
  });

  test("reading a number again changes nothing", () => {
    const typed = ["+66 81 234 5678", "020 5512 3456", "+1 900 555 0199", "0205123456", "5", "081234567", "021212345"];
    for (const market of MARKETS)
      for (const text of typed) {
        const once = readPhone(text, market)!;
        expect(readPhone(once.number, market)).toEqual(once);
      }
  });

  test("a formatted number is read as the same number", () => {
    for (const [market, number] of [
      ["th", "0812345678"],
      ["la", "2055123456"],
      ["la", "305123456"],
    ] as const)
      expect(readPhone(formatPhone(number), market)?.number).toBe(number);
  });
});

describe("the form of a registration", () => {
  const faults = (market: "th" | "la", username: string) =>
    PhoneForm({ market, laos: false, phoneDigits: market === "th" ? 10 : null }).safeParse({ username }).error
      ?.issues[0]?.message;

  test.each(["<b>x</b>", "somchai", "020 5512 345x"])("refuses %s in the Lao market", (typed) =>
    expect(faults("la", typed)).toBe("register:phoneMalformed"),
  );

  test("has no rule for the length of a Lao number, and one for a Thai number", () => {
    expect(faults("la", "0205123456")).toBeUndefined();
    expect(faults("th", "081 234 567")).toBe("errors:PHONE_NUMBER_REQUIRE_10_DIGIT");
    expect(faults("th", "+1 900 555 0199")).toBe("errors:PHONE_NUMBER_REQUIRE_10_DIGIT");
    expect(faults("th", "somchai")).toBe("errors:PHONE_NUMBER_REQUIRE_10_DIGIT");
  });
});

describe("in the Thai market with the Laos option", () => {
  test.each(["020 5512 3456", "+856 20 5512 3456", "2055123456"])("%s is a Lao mobile number, in one form", (typed) =>
    expect(readPhone(typed, "th", true)).toEqual({ number: "+8562055123456", isMobile: true }),
  );

  test("Thai numbers keep theirs, and neither is known without the option", () => {
    expect(readPhone("081-234-5678", "th", true)).toEqual({ number: "0812345678", isMobile: true });
    expect(readPhone("+856 20 5512 3456", "th")).toMatchObject({ isMobile: false });
  });
});

test("Thai and Lao digits are converted", () => {
  expect(plainDigits("๐๙ ໐໙ 12a")).toBe("09 09 12a");
});

test("numbers are formatted in groups", () => {
  expect(formatPhone("0812345678")).toBe("081-234-5678");
  expect(formatPhone("2055123456")).toBe("020-5512-3456");
  expect(formatPhone("305123456")).toBe("030-512-3456");
  expect(formatPhone("12345")).toBe("12345");
});
