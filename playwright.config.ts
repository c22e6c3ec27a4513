import { defineConfig, devices } from "@playwright/test";
import { findChromium, LAUNCH_ARGS } from "./tests/support/browser";

const phone = { ...devices["Galaxy S5"], viewport: { width: 360, height: 740 } };

/**
 * Every journey runs with scripts on and with scripts off, on a phone. `MARKET=la` runs the Lao market, where only the
 * journeys tagged `@main` are repeated. The product is started by `tests/support/fixtures.ts`, once for each worker.
 */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/journeys",
  grep: process.env.MARKET === "la" ? /@main/ : undefined,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "line",
  use: {
    ...phone,
    // A page turn that is animated takes no taps: members wait for it, journeys do without.
    contextOptions: { reducedMotion: "reduce" },
    trace: "retain-on-failure",
    launchOptions: { executablePath: findChromium(), args: LAUNCH_ARGS },
  },
  projects: [
    { name: "scripts", use: { javaScriptEnabled: true } },
    { name: "no-scripts", use: { javaScriptEnabled: false } },
  ],
});
