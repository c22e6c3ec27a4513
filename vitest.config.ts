import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Mutation testing runs the tests some thousand times, and each time ends with the first that fails. */
const isMutation = process.env.STRYKER_MUTATOR_WORKER !== undefined;

const QUICK = ["unit", "contract"];
const PROJECTS = isMutation ? QUICK : [...QUICK, "simulation", "http", "text", "faults"];

class QuickestFirst extends BaseSequencer {
  /** Vitest begins with the files that take longest. */
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toReversed();
  }
}

/** One project per folder of `tests/`. `faults` takes minutes and has its own command, `npm run faults`. */
export default defineConfig({
  test: {
    projects: PROJECTS.map((name) => ({
      resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
      test: {
        name,
        include: [`tests/${name}/**/*.test.{ts,tsx}`],
        environment: "node",
        // Test files share their imports: loading them took longer than the tests.
        isolate: false,
        testTimeout: ["faults", "text"].includes(name) ? 300_000 : 120_000,
        hookTimeout: 180_000,
        // As in the journeys: the default of one second is too short beside other tests on a small machine.
        expect: { poll: { timeout: 20_000 } },
        // The fault tests mostly wait; they limit their own concurrency.
        ...(name === "faults" && { maxConcurrency: 600 }),
      },
    })),
    maxWorkers: 2,
    ...(isMutation && { sequence: { sequencer: QuickestFirst } }),
  },
});
