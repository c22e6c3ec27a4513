/**
 * Mutation testing (`npm run mutation`): Stryker changes one expression at a time and runs the tests that reach it.
 * `bin/mutation` says what is changed; docs/mutants.md lists the changes that no test can notice.
 */
export default {
  testRunner: "vitest",
  coverageAnalysis: "perTest",
  // With several workers on few cores, slow tests would count as endless loops, and so as killed.
  concurrency: 1,
  incremental: true,
  incrementalFile: "node_modules/.cache/mutation.json",
  ignorePatterns: ["build", "data", "test-results", "playwright-report"],
  // Types are stripped, never checked.
  disableTypeChecks: false,
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { logTests: false, reportTests: false },
};
