import fc from "fast-check";
import { expect, test } from "vitest";
import { createCsrf, foreignHeaders } from "../../server/http/csrf";
import { pagesOf, safeRedirect } from "../../server/pages/safe-redirect";

const csrf = createCsrf(["first-secret", "older-secret"], (k, sid) => k === `key-of-${sid}`);
const HOLDER = [{ sid: "a", memberId: "m" }];

test("a token is valid only for its owner, with any current secret", () => {
  const token = csrf.token("s:a");
  const older = createCsrf(["older-secret"], () => false).token("s:a");
  expect(csrf.accepts({ _t: token }, ["s:a"], [])).toBe(true);
  expect(csrf.accepts({ _t: older }, ["s:a"], [])).toBe(true);
  expect(csrf.accepts({ _t: token }, ["s:b", "p:a"], [])).toBe(false);
  expect(csrf.accepts({ _t: token }, [], HOLDER)).toBe(false);
});

test("a form key is accepted as a token of its session", () => {
  expect(csrf.accepts({ k: "key-of-a" }, [], HOLDER)).toBe(true);
  expect(csrf.accepts({ k: "key-of-b" }, ["s:a"], HOLDER)).toBe(false);
});

test("anything else is rejected", () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: undefined }), fc.option(fc.string(), { nil: undefined }), (_t, k) => {
      expect(csrf.accepts({ _t, k }, ["s:a"], HOLDER)).toBe(false);
    }),
  );
});

test("only the app's own origin passes", () => {
  const own = "https://wallet.example";
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.constantFrom("null", "https://wallet.example.evil", "HTTPS://wallet.example", `${own}/`),
      ),
      (origin) => {
        fc.pre(origin !== own);
        expect(foreignHeaders({ origin }, [own])).toBe("origin");
      },
    ),
  );
});

const PAGES = pagesOf({
  routes: Object.fromEntries(
    ["user/home", "user/receipt/:id", "login", "*"].map((path) => [
      path,
      { id: path, path, module: { default: () => null } },
    ]),
  ) as never,
});

test("login redirects only to pages of the member area", () => {
  const parts = fc.constantFrom(
    "/",
    "\\",
    "user",
    "home",
    "op",
    "..",
    "%2e",
    "//",
    "@",
    ":",
    "?",
    "#",
    "\t",
    "\r\n",
    "javascript",
    "evil.example",
    "1",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(parts).map((all) => all.join("")),
        fc.webUrl(),
        fc.anything(),
      ),
      (wanted) => {
        expect(safeRedirect(wanted, PAGES)).toMatch(/^\/user\/(home|op\/[\w-]+)(\?[\x21-\x7e]*)?$/);
      },
    ),
    { numRuns: 5000 },
  );
});

test("the redirect after login keeps the query", () => {
  expect(safeRedirect("/user/receipt/7f-a?from=home", PAGES)).toBe("/user/receipt/7f-a?from=home");
  expect(safeRedirect("/user/receipt/", PAGES)).toBe("/user/home");
});
