import { describe, expect, test } from "vitest";
import { inlineTokens } from "../../bin/inline-tokens";

describe("design tokens", () => {
  test("a token with one value is replaced by it", () =>
    expect(inlineTokens(":root{--half:.5rem;--gap:var(--half)}a{gap:var(--gap);top:calc(var(--half)*-1)}")).toBe(
      ":root{}a{gap:.5rem;top:calc(.5rem*-1)}",
    ));

  test.each([
    ":root{--ink:#000}@media print{:root{--ink:#fff}}a{color:var(--ink)}",
    "@media print{:root{--ink:#fff}}a{color:var(--ink)}",
    ".card{--ink:#fff}a{color:var(--ink)}",
    "a{color:var(--ink,#000)}",
  ])("a token that can have another value is kept: %s", (sheet) => expect(inlineTokens(sheet)).toBe(sheet));
});
