import { authOf } from "./core";
import type { Caller, Core, LagMeter } from "./core";
import { rowsSince } from "./read-rows";
import { marked } from "./rows";
import { takeIn } from "./reconcile";
import { expectedLag } from "./rules";
import type { OpRecord } from "./types";

/** How many operations one process follows at the same time: a sample is enough. */
const FOLLOWED = 2;
/** Pauses between the reads of a followed operation, and after how long it is given up, in milliseconds. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
const GIVE_UP_MS = 15 * 60_000;

export function createLagMeter(core: Core): LagMeter {
  const { store, timings, rules, clock, elapsed } = core;
  /** When the followed operations ended, by id, in monotonic milliseconds. */
  const awaited = new Map<string, number>();

  async function untilSeen(caller: Caller, op: OpRecord): Promise<void> {
    const ended = elapsed();
    awaited.set(op.id, ended);
    try {
      for (let round = 0; elapsed() - ended < GIVE_UP_MS; round += 1) {
        await clock.sleep(PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)]!);
        const rows = await rowsSince(core, authOf(caller), op.base.horizon);
        if (!rows) return;
        const now = await takeIn(core, caller.memberId, marked(rows));
        const mine = now.recent.find(({ id }) => id === op.id);
        if (!mine) return;
        if (!mine.rows?.length) continue;
        await store.noteLag(elapsed() - ended);
        return;
      }
    } finally {
      awaited.delete(op.id);
    }
  }

  const lagMs = async () => {
    // One row alone may never come.
    const [, second = 0] = [...awaited.values()].map((since) => elapsed() - since).sort((one, other) => other - one);
    // Another process may have seen a longer one just now.
    return expectedLag(timings.lagMs, Math.max((await store.lag()) ?? 0, second));
  };

  return {
    lagMs,
    async quietMs() {
      if (!rules.quiet) return 0;
      return timings.quietMs + (rules.lag ? await lagMs() : 0);
    },
    follow(caller, op) {
      if (awaited.size >= FOLLOWED) return;
      untilSeen(caller, op).catch((error: unknown) =>
        core.log.info({ operation: op.id, error: String(error) }, "an operation could not be followed"),
      );
    },
  };
}
