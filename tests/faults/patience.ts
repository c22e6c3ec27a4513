import { setTimeout as sleep } from "node:timers/promises";
import common from "../../locales/th/common.json";
import receipt from "../../locales/th/receipt.json";
import type { Answer } from "../support/visitor";
import { joined } from "./oracle";

/** What a page says that sent nothing, for now. */
export const NOT_NOW: readonly string[] = [receipt.busy, receipt.closed];

/** Whether a page could not read what it shows. */
export const isUnread = ({ status, text }: Answer) => status === 503 || joined(text).includes(common.tryAgain);

/**
 * The cases of a battery share places for uploads, and the operator's time. On a slow machine a page says that there were
 * too many at once, or could not be read in time. Then the member tries again, unless this very form was sent to the
 * operator: a page that says so then is wrong, and the case must see it.
 * @param dispatches how often it was sent
 */
export async function patiently(
  ask: () => Promise<Answer>,
  isPutOff: (page: Answer) => boolean,
  dispatches: () => number,
): Promise<Answer> {
  const until = performance.now() + PATIENCE_MS;
  const before = dispatches();
  for (;;) {
    const page = await ask();
    if (!isPutOff(page)) return page;
    if (dispatches() > before || performance.now() > until) return page;
    await sleep(500);
  }
}

const PATIENCE_MS = 180_000;
