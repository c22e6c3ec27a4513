import { describe, expect, test } from "vitest";
import { weakness } from "../../app/routes/_guest.register_.profile/weak-password";

const PHONE = "0812345678";

describe("weak passwords", () => {
  test.each(["1", "abc", "Tr0ub4d", "ลับมาก"])("%s is too short", (password) =>
    expect(weakness(password, PHONE)).toBe("register:weakShort"),
  );

  test.each([PHONE, "812345678", "081-234-5678", "+66812345678", "๐๘๑๒๓๔๕๖๗๘", "a0812345678", "0812345678!"])(
    "%s contains the phone number",
    (password) => expect(weakness(password, PHONE)).toBe("register:weakPhone"),
  );

  test.each([
    "12345678",
    "1234567890",
    "87654321",
    "aaaaaaaa",
    "12121212",
    "Password1",
    "qwertyui",
    "QWERTY123",
    "asdfghjkl",
  ])("%s is common", (password) => expect(weakness(password, PHONE)).toBe("register:weakCommon"));

  test.each(["four quiet words here", "secret-1234", "kx82mqpz", "แมวสามตัวนอน", "0898765432x9"])(
    "%s is accepted",
    (password) => expect(weakness(password, PHONE)).toBeNull(),
  );

  test("all spellings of a Lao phone number are recognised", () => {
    for (const password of ["2055123456", "02055123456", "+8562055123456"])
      expect(weakness(password, "2055123456")).toBe("register:weakPhone");
  });
});
