/**
 * Reads paths of changed files, one per line, and prints patterns of the end-to-end tests that they affect, for
 * Playwright.
 */
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { CAPABILITIES, capabilityOf } from "../tests/support/capabilities";

/** The test that goes through all capabilities, for changes of shared files. */
const MAIN_JOB = "main-job";
/** More tests than these take longer than a minute. */
const MOST = 2;

const PRODUCT = /^(app|server|locales|public)\/|^server\.ts$|^vite\.config\.ts$|^package-lock\.json$/;
const JOURNEYS = /^tests\/(e2e|support)\/|^playwright\.config\.ts$/;

/** The first words of the names of the affected tests. */
export function journeysOf(paths: readonly string[]): string[] {
  const touched = paths.flatMap((path) => {
    const journey = /^tests\/e2e\/(.+)\.spec\.ts$/.exec(path)?.[1];
    if (journey) return journey;
    const word = capabilityOf(path);
    if (word && CAPABILITIES[word]!.journey) return word;
    return PRODUCT.test(path) || JOURNEYS.test(path) ? MAIN_JOB : [];
  });
  const words = [...new Set(touched)].sort();
  return words.length > MOST ? [MAIN_JOB] : words;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const paths = (await text(process.stdin)).split("\n").filter(Boolean);
  for (const word of journeysOf(paths)) console.log(`tests/e2e/${word}[.-]`);
}
