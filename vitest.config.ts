import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const PROJECTS = ["unit", "contract", "simulation", "http", "text", "faults"];

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
        testTimeout: name === "faults" ? 300_000 : 60_000,
        hookTimeout: 180_000,
        // The fault tests mostly wait; they limit their own concurrency.
        ...(name === "faults" && { maxConcurrency: 600 }),
      },
    })),
    maxWorkers: 2,
  },
});
