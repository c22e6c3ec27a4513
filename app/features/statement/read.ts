import type { AppLoadContext } from "@remix-run/node";
import { coverageOf } from "./coverage";
import { rangeOf, type Filter } from "./filter";

/** Milliseconds that a page waits for the whole statement; after that it shows the progress and reloads itself. */
const PATIENCE_MS = 4_000;
const REFRESH_SECONDS = 2;

/** Reads the movements of a filter's period, with their coverage. `refresh`: seconds until a reload, while reading. */
export async function readStatement({ statements, site }: AppLoadContext, filter: Filter, waitMs = PATIENCE_MS) {
  const { since } = rangeOf(filter, site.timeZone);
  const reading = await statements.read({ waitMs, since });
  const { state, rows } = reading;
  return { state, rows, coverage: coverageOf(reading, since), refresh: state === "reading" ? REFRESH_SECONDS : null };
}
