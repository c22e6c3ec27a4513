import type { AppLoadContext } from "@remix-run/node";
import { coverageOf } from "./coverage";
import { rangeOf, type Filter } from "./filter";

/** Milliseconds that a page waits for all pages of the operator; then it says how far the reading is, and loads itself again. */
const PATIENCE_MS = 4_000;
const REFRESH_SECONDS = 2;

/** Everything that a filter may find, and how much of the statement that is. `refresh` in seconds, while it is being read. */
export async function readStatement({ statements, site }: AppLoadContext, filter: Filter, waitMs = PATIENCE_MS) {
  const { since } = rangeOf(filter, site.timeZone);
  const reading = await statements.read({ waitMs, since });
  const { state, rows } = reading;
  return { state, rows, coverage: coverageOf(reading, since), refresh: state === "reading" ? REFRESH_SECONDS : null };
}
