import { defineConfig } from "@playwright/test";
import { findChromium, LIGHT, PHONE, TEST_ARGS } from "./tests/support/browser";

/** In the Lao market only what differs there is run: journeys tagged `@main`, and those tagged `@la` that it alone has. */
const LAO = { grep: /@main|@la/ };
const THAI = { grepInvert: /@la|@live/ };
/** What a page does by itself is run with scripts on alone. What differs from another journey in a value only is run with scripts off alone. */
const THAI_SCRIPTS = { grepInvert: /@la|@variant/ };

const { reducedMotion, ...phone } = PHONE;

/**
 * Every journey runs with scripts on and with scripts off, on a phone. The products are started by
 * `tests/support/shared-products.ts`, one for each worker and market, and kept until the end of the run.
 */
export default defineConfig<object, { market: "th" | "la" }>({
  testDir: "tests/e2e",
  outputDir: "test-results/journeys",
  globalSetup: "./tests/support/journeys.setup.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  retries: 0,
  // Generous: a machine that is busy is no fault of the product.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "line",
  use: {
    ...phone,
    contextOptions: { reducedMotion },
    // Recording costs a tenth of the time: `bin/journeys` records what it tries again.
    trace: "off",
    launchOptions: { executablePath: findChromium(LIGHT), args: TEST_ARGS },
  },
  projects: [
    { name: "scripts", ...THAI_SCRIPTS, use: { javaScriptEnabled: true, market: "th" } },
    { name: "no-scripts", ...THAI, use: { javaScriptEnabled: false, market: "th" } },
    { name: "lao-scripts", ...LAO, use: { javaScriptEnabled: true, market: "la" } },
    { name: "lao-no-scripts", ...LAO, use: { javaScriptEnabled: false, market: "la" } },
  ],
});
