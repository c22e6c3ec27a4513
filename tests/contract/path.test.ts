import fc from "fast-check";
import { expect, test } from "vitest";
import { buildPath, UnsafeSegment } from "../../server/operator/path";

const TEMPLATE = "/api/autoLogin/imi/{username}/{password}";

test("a value never leaves its path segment", () => {
  const dangerous = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "%2e%2e",
    "%2F",
    "?",
    "#",
    "\0",
    "\r\n",
    "\t",
    " ",
    "@",
    ":",
    "ก",
  );
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(dangerous).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(value, value, (username, password) => {
      let path: string;
      try {
        path = buildPath(TEMPLATE, { username, password });
      } catch (error) {
        expect(error).toBeInstanceOf(UnsafeSegment);
        return;
      }
      const segments = new URL(path, "https://operator.test").pathname.split("/");
      expect(segments).toHaveLength(6);
      expect(segments.slice(0, 4)).toEqual(["", "api", "autoLogin", "imi"]);
      expect(decodeURIComponent(segments[4]!)).toBe(username);
      expect(decodeURIComponent(segments[5]!)).toBe(password);
    }),
    { numRuns: 20_000 },
  );
});

test.each(["", ".", "..", undefined, null, 7, ["a"], "\ud800"])("%j is refused in a path", (password) => {
  expect(() => buildPath(TEMPLATE, { username: "a", password })).toThrow(UnsafeSegment);
});

test.each([
  ["%2e%2e", "%252e%252e"],
  ["a/b", "a%2Fb"],
  ["a\\b", "a%5Cb"],
  ["../../login", "..%2F..%2Flogin"],
  ["?x=1#y", "%3Fx%3D1%23y"],
])("%s is encoded as %s", (password, written) => {
  expect(buildPath(TEMPLATE, { username: "u", password })).toBe(`/api/autoLogin/imi/u/${written}`);
});

test("the error message does not contain the refused value", () => {
  expect(() => buildPath("/x/{password}", { password: ".." })).toThrow(/^password$/);
});

test("a trailing slash is kept", () => {
  expect(buildPath("/api/chat/read-customer/", {})).toBe("/api/chat/read-customer/");
});
