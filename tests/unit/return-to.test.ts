import { describe, expect, test } from "vitest";
import { returnTo } from "../../app/routes/language/return-to";
import { plainLines, safeLink } from "../../app/routes/terminated/contact";

describe("after the language was chosen", () => {
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
  ])("%j leads to the start page", (asked) => expect(returnTo(asked)).toBe("/"));
});

test("the operator's contact text is shown as lines without markup", () => {
  expect(plainLines("<p>Call us &amp; ask</p><div>Every day<br>08:00</div><script>x</script>")).toEqual([
    "Call us & ask",
    "Every day",
    "08:00",
    "x",
  ]);
});

test("only a web address becomes a link", () => {
  expect(safeLink("https://line.me/x")).toBe("https://line.me/x");
  for (const link of ["javascript:alert(1)", "http://line.me", "line.me", ""]) expect(safeLink(link)).toBeNull();
});
