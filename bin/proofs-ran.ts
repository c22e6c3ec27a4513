/**
 * `proofs-ran FOLDER`: whether each test that proves a line of the specification ran and passed, by the reports that
 * `bin/test` has left in the folder. Prints those that did not, and exits with 1 if there are any.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { listedLines } from "./specification";

interface VitestReport {
  testResults: {
    name: string;
    assertionResults: { title: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

interface Suite {
  file: string;
  specs?: { title: string; tests: { status: string }[] }[];
  suites?: Suite[];
}

/** Of Vitest or Playwright. */
export type RunReport = VitestReport | { suites: Suite[] };

/** A test that ran. */
export interface Run {
  /** `path: title` */
  named: string;
  /** At its last try. */
  passed: boolean;
  /** Whether it had failed before. */
  retried: boolean;
  /** What Vitest says of its failures, with colours. Playwright prints them at its end. */
  reasons: string[];
}

const root = fileURLToPath(new URL("..", import.meta.url));

/** A title without the tags that choose where it runs. */
const untagged = (title: string) => title.replace(/(?: @\w+)+$/, "");

const runsOfSuite = ({ file, specs = [], suites = [] }: Suite): Run[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status !== "skipped")
      .map(({ status }): Run => ({
        named: `tests/e2e/${file}: ${untagged(title)}`,
        passed: status !== "unexpected",
        retried: status === "flaky",
        reasons: [],
      })),
  ),
  ...suites.flatMap(runsOfSuite),
];

/** The tests of a report that ran. */
export function runsOf(report: RunReport): Run[] {
  if ("suites" in report) return report.suites.flatMap(runsOfSuite);
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ title, status, failureMessages }): Run => ({
        named: `${relative(root, name)}: ${title}`,
        passed: status === "passed",
        // Vitest keeps what the first try failed with.
        retried: status === "passed" && Boolean(failureMessages?.length),
        reasons: failureMessages ?? [],
      })),
  );
}

/** The proofs that did not run, or failed in any of their runs. */
export function unproved(proofs: string[], runs: Run[]): string[] {
  const those = (isPassed: boolean) =>
    new Set(runs.filter(({ passed }) => passed === isPassed).map(({ named }) => named));
  const [passed, failed] = [those(true), those(false)];
  return proofs.filter((named) => !passed.has(named) || failed.has(named));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = process.argv[2]!;
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => runsOf(JSON.parse(readFileSync(join(folder, name), "utf8")) as RunReport));
  const proofs = [...new Set(listedLines().flatMap(({ tests = [] }) => tests))];
  const found = unproved(proofs, runs);
  console.log([...found, `${proofs.length - found.length} of ${proofs.length} proofs ran and passed`].join("\n"));
  process.exitCode = found.length > 0 ? 1 : 0;
}
