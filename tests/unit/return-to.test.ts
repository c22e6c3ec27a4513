import { describe, expect, test } from "vitest";
import { returnTo } from "../../app/routes/language/return-to";

describe("after a language change", () => {
  test.each(["/login", "/login?nextUrl=%2Fuser%2Fhome", "/register/otp", "/user/statement?page=2"])(
    "%s is shown again",
    (page) => expect(returnTo(page)).toBe(page),
  );

  test.each([
    null,
    "",
    "login",
    "https://example.com/",
    "//example.com",
    "/\\example.com",
    "/\t/example.com",
    "/x/..//example.com",
    "javascript:alert(1)",
    "/logout",
    "/language?x=1",
    "/LOGOUT",
  ])("%j redirects to the start page", (asked) => expect(returnTo(asked)).toBe("/"));
});
