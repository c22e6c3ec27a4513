import type { AppLoadContext } from "@remix-run/node";
import { isUnreadable } from "~/actions";
import { coverageOf } from "./coverage";
import { rangeOf, type Filter } from "./filter";

/** Milliseconds that a page waits for the whole statement; after that it shows the progress and reloads itself. */
const PATIENCE_MS = 4_000;
const REFRESH_SECONDS = 2;

/**
 * Reads the movements of a filter's period, with their coverage. The state is `failed`, too, if there are movements and
 * none could be understood. `refresh`: seconds until a reload, while reading.
 */
export async function readStatement({ statements, site }: AppLoadContext, filter: Filter, waitMs = PATIENCE_MS) {
  const { since } = rangeOf(filter, site.timeZone);
  const reading = await statements.read({ waitMs, since });
  const { rows } = reading;
  const state = reading.state === "done" && isUnreadable(rows, reading) ? "failed" : reading.state;
  const refresh = state === "reading" ? REFRESH_SECONDS : null;
  return { state, failed: state === "failed", rows, coverage: coverageOf(reading, since), refresh };
}
