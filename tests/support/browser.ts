import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, devices } from "@playwright/test";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const which = (name: string) =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(executable);

/** Debian's Firefox; undefined if there is none. */
export const findFirefox = () => which("firefox-esr");

/** Chromium without its user interface, which needs less CPU for each page. Benchmarks use the ordinary browser. */
export const LIGHT = "chromium-headless-shell";

/**
 * Finds the browser of the tests: the one named by `E2E_CHROMIUM`, an installed one, or Playwright's own (`undefined`).
 * @param preferred is tried before other installed browsers
 * @throws Error if there is none, with instructions
 */
export function findChromium(preferred?: typeof LIGHT): string | undefined {
  const named = process.env.E2E_CHROMIUM;
  if (named && !executable(named)) throw new Error(`E2E_CHROMIUM is not executable: ${named}`);
  const found = named ?? [preferred ?? [], ...NAMES].flat().map(which).find(Boolean);
  if (found || executable(chromium.executablePath())) return found;
  throw new Error(
    "No Chromium found. Install it (apt: chromium, or npx playwright install chromium) or set E2E_CHROMIUM.",
  );
}

/** Repeats Playwright's own list, because the browser uses only the last `--disable-features`. */
const PLAYWRIGHT_DISABLES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "BlockOriginHeaderModificationOnRedirect",
  "Translate",
  "AutoDeElevate",
  "OptimizationHints",
];

/** The suggestions of the address bar are web pages in every window, and cost a second of CPU in each test. */
const OURS = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** A new frame for each page of a site costs a fifth of a test's CPU. */
const FRAMES = "RenderDocument";

const disable = (features: readonly string[]) => `--disable-features=${features.join(",")}`;

/** Options for a browser that behaves like members' browsers, for benchmarks. */
export const LAUNCH_ARGS = [
  disable([...PLAYWRIGHT_DISABLES, ...OURS]),
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Options for a browser that needs less CPU, for tests. */
export const TEST_ARGS = [...LAUNCH_ARGS.slice(1), disable([...PLAYWRIGHT_DISABLES, ...OURS, FRAMES])];

/** The phone that end-to-end tests use. */
export const PHONE = {
  ...devices["Galaxy S5"],
  viewport: { width: 360, height: 740 },
  // The resolution does not matter to the tests.
  deviceScaleFactor: 1,
  // Taps are ignored during an animated page transition.
  reducedMotion: "reduce",
} as const;
