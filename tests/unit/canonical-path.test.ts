import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalPath } from "../../server/http/canonical-path";

/** Parts of a path that programs may read differently. */
const odd = fc.constantFrom(
  "/",
  "\\",
  ".",
  "..",
  "%2e",
  "%2E",
  "%2f",
  "%5c",
  "%00",
  "%75",
  "U",
  ";",
  "#",
  "?",
  "%",
  "%25",
);
const targets = fc
  .array(fc.oneof(odd, fc.constantFrom("user", "home", "login"), fc.string()), { maxLength: 8 })
  .map((parts) => `/${parts.join("")}`);

describe("a canonical path", () => {
  test("is the path that URL parsers read", () => {
    fc.assert(
      fc.property(targets, (target) => {
        const path = canonicalPath(target);
        if (path !== null) expect(new URL(target, "http://localhost").pathname).toBe(path);
      }),
      { numRuns: 2000 },
    );
  });

  test("has the same number of segments decoded as encoded", () => {
    fc.assert(
      fc.property(targets, (target) => {
        const path = canonicalPath(target);
        if (path !== null) expect(decodeURIComponent(path).split(/[/\\]/)).toHaveLength(path.split("/").length);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    "/",
    "/login",
    "/user/receipt/01ABC-xyz",
    "/assets/enhance-a1B2.js",
    "/user/games/A%20B",
    "/user/home?next=/../x",
  ])("%s is canonical", (target) => expect(canonicalPath(target)).toBe(target.split("?")[0]));

  test.each([
    "",
    "login",
    "/./user",
    "//user",
    "/user/",
    "/user/../x",
    "/%75ser",
    "/user;a=b",
    "/user.",
    "/user/home%2f",
    "/%zz",
    "*",
  ])("%j is not canonical", (target) => expect(canonicalPath(target)).toBeNull());
});
