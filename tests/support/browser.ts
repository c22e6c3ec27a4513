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

/** Chromium without its windows: less to compute for each page. Benchmarks measure the browser that people have. */
export const LIGHT = "chromium-headless-shell";

/**
 * The browser of the tests: the one named by `E2E_CHROMIUM`, the machine's own, or the one that Playwright installed (`undefined`).
 * @param preferred comes before the others that the machine has
 * @throws when there is none, with what to do about it.
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

/** Playwright's own list, which ours replaces: the last one on the command line counts. */
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

/** The suggestions below the address bar are pages of their own in every window: a second of computing for each journey. */
const OURS = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** A new frame for each page of a site: a fifth of the computing of a journey. */
const FRAMES = "RenderDocument";

const disable = (features: readonly string[]) => `--disable-features=${features.join(",")}`;

/** A browser that works as members' browsers do, for benchmarks. */
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

/** A browser with less to compute, for tests. */
export const TEST_ARGS = [...LAUNCH_ARGS.slice(1), disable([...PLAYWRIGHT_DISABLES, ...OURS, FRAMES])];

/** The phone that journeys hold. */
export const PHONE = {
  ...devices["Galaxy S5"],
  viewport: { width: 360, height: 740 },
  // Nobody looks at the pixels.
  deviceScaleFactor: 1,
  // A page turn that is animated takes no taps: members wait for it, journeys do without.
  reducedMotion: "reduce",
} as const;
