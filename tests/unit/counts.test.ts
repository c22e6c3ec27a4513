import { expect, test } from "vitest";
import { countStep } from "../../bin/counts";

test("adds up the counts of Vitest and Playwright", () => {
  expect(countStep(0, { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0 })).toEqual({
    passed: 7,
    failed: 0,
    skipped: 1,
  });
  expect(countStep(1, { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } })).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
  });
});

test("a step whose report has no test counts as one failure: its tests were lost", () => {
  expect(countStep(0, { numPassedTests: 0, numFailedTests: 0 })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countStep(0, { numPassedTests: 0, numFailedTests: 0, numPendingTests: 3 })).toMatchObject({ failed: 1 });
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  expect(countStep(0, { stats })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countStep(0, null)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test("a step that failed without a failed test counts as one failure", () => {
  expect(countStep(1, null)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countStep(1, { numPassedTests: 5, numFailedTests: 0 })).toEqual({ passed: 5, failed: 1, skipped: 0 });
});
