/**
 * Adds up what `bin/test` has left in a folder: `NAME.exit` (exit code of each step) and `NAME.json` (report of Vitest
 * or Playwright). Prints the tests that passed only at their second try and those that failed, with what Vitest says of
 * them, the counts of each step, then one line for all; exits with 1 if anything failed. A step that failed without a
 * failed test in its report, or whose report has no test, counts as one failure.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { runsOf, type Run, type RunReport } from "./proofs-ran";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The counts in the reports of Vitest and Playwright. */
interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Counts of one report. */
export function countReport(report: Report): Counts {
  const { stats } = report;
  if (stats) return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/** Counts of one step: those of its report, or one failure if it failed without a failed test, or tested nothing. */
export function countStep(exitCode: number, report: Report | null): Counts {
  const counts = report ? countReport(report) : NONE;
  const untested = report !== null && counts.passed === 0;
  return (exitCode !== 0 || untested) && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The beginning of a failure: in long outputs often only the end is kept, where these lines stand. */
const REASON_LINES = 40;

const withReasons = ({ named, reasons }: Run) =>
  [named, ...reasons.flatMap((text) => stripVTControlCharacters(text).split("\n").slice(0, REASON_LINES))].join(
    "\n    ",
  );

function main(folder: string): number {
  const total = { ...NONE };
  const ran: string[] = [];
  const broken: string[] = [];
  const wavered: string[] = [];
  const failed: string[] = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".exit"))
    .sort()) {
    const name = basename(file, ".exit");
    const path = join(folder, `${name}.json`);
    const report = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report & RunReport) : null;
    const counts = countStep(Number(readFileSync(join(folder, file), "utf8")), report);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    if (counts.failed > 0) broken.push(name);
    for (const run of report ? runsOf(report) : []) {
      if (!run.passed) failed.push(withReasons(run));
      else if (run.retried) wavered.push(withReasons(run));
    }
    ran.push(report ? `${name} ${counts.passed}` : name);
  }
  for (const named of wavered) console.log(`passed only at the second try: ${named}`);
  for (const named of failed) console.log(`failed: ${named}`);
  console.log(`ran: ${ran.join(", ")}`);
  if (broken.length > 0) console.log(`failed: ${broken.join(", ")}`);
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
  return total.failed > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exit(main(process.argv[2] ?? "."));
