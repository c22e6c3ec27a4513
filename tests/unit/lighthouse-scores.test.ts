/** What `npm run bench:lighthouse` makes of Lighthouse's reports. */
import { describe, expect, test } from "vitest";
import { verdictOf, type Category, type Report } from "../bench/lighthouse-scores";

/** A report with one category and the audits that have a share in it. */
function report(category: Category, score: number | null, audits: Report["audits"]): Report {
  const auditRefs = Object.keys(audits).map((id) => ({ id, weight: 1 }));
  return {
    finalDisplayedUrl: "",
    environment: { benchmarkIndex: 1 },
    categories: { [category]: { score, auditRefs } },
    audits,
  };
}

const failed = (selector: string) => ({
  score: 0,
  scoreDisplayMode: "binary",
  details: { items: [{ node: { selector } }] },
});
const passed = { score: 1, scoreDisplayMode: "binary" };
const gone = "Failed to load resource: the server responded with a status of 410 (Gone)";
const logged = (...messages: string[]) => ({
  score: 0,
  scoreDisplayMode: "binary",
  details: { items: messages.map((description) => ({ description })) },
});

describe("a page falls short", () => {
  test("with the audit that failed and the element at fault", () => {
    const found = report("accessibility", 0.96, { "color-contrast": failed("main > p"), "html-has-lang": passed });
    expect(verdictOf("/login", [found], "accessibility")).toEqual({
      score: 96,
      intended: [],
      faults: ["accessibility: color-contrast · 0 · main > p"],
    });
  });

  test("if an audit could not run, or the category has no score", () => {
    const broken = { score: null, scoreDisplayMode: "error", errorMessage: "no trace" };
    const { score, faults } = verdictOf("/login", [report("seo", null, { canonical: broken })], "seo");
    expect(score).toBeNull();
    expect(faults).toContain("seo: canonical · error · no trace");
    expect(verdictOf("/login", [report("seo", null, {})], "seo").faults).toHaveLength(1);
    expect(verdictOf("/login", [report("seo", 1, {})], "performance").faults).toHaveLength(1);
  });

  test("by the worst of its measurements, in performance by their median", () => {
    const measured = (category: Category) =>
      [1, 0.97, 0.99].map((score) => report(category, score, { x: { score, scoreDisplayMode: "numeric" } }));
    expect(verdictOf("/login", measured("accessibility"), "accessibility").score).toBe(97);
    expect(verdictOf("/login", measured("performance"), "performance").score).toBe(99);
  });
});

describe("what is intended", () => {
  test("keeps its score, and is no fault on its own page alone", () => {
    const found = report("seo", 0.45, { "is-crawlable": { score: 0, scoreDisplayMode: "binary" } });
    const reason = "seo: is-crawlable · 0";
    expect(verdictOf("/offline", [found], "seo")).toEqual({ score: 45, intended: [reason], faults: [] });
    expect(verdictOf("/login", [found], "seo")).toEqual({ score: 45, intended: [], faults: [reason] });
  });

  test("does not hide another error in the console", () => {
    const of = (...messages: string[]) => report("best-practices", 0.96, { "errors-in-console": logged(...messages) });
    expect(verdictOf("/terminated", [of(gone)], "best-practices").faults).toEqual([]);
    expect(verdictOf("/terminated", [of(gone, "x is not a function")], "best-practices").faults).toHaveLength(1);
    expect(verdictOf("/terminated", [of("x is not a function", gone)], "best-practices").faults).toHaveLength(1);
  });
});
