import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

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

/**
 * The browser of the tests: the one named by `E2E_CHROMIUM`, the machine's own, or the one that Playwright installed (`undefined`).
 * @throws when there is none, with what to do about it.
 */
export function findChromium(): string | undefined {
  const named = process.env.E2E_CHROMIUM;
  if (named && !executable(named)) throw new Error(`E2E_CHROMIUM is not executable: ${named}`);
  const found = named ?? NAMES.map(which).find(Boolean);
  if (found || executable(chromium.executablePath())) return found;
  throw new Error(
    "No Chromium found. Install it (apt: chromium, or npx playwright install chromium) or set E2E_CHROMIUM.",
  );
}

export const LAUNCH_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
