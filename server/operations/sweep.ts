import type { Core } from "./core";
import { markOrphaned } from "./settle";

/** Maximum number of orphaned operations marked in one round. */
const LIMIT = 500;

/**
 * Periodically marks operations of ended processes as unknown and deletes old records, until the engine is drained.
 * Settling an orphaned operation needs the member's token, so it waits for the member's next page.
 */
export async function sweep(core: Core): Promise<void> {
  let failures = 0;
  while (!core.draining) {
    try {
      await sweepOnce(core);
      failures = 0;
    } catch (error) {
      failures += 1;
      // A store that is away for a moment is told by others, and the next round does the same work.
      if (failures === 2) core.log.error({ error: String(error) }, "sweep failed twice");
    }
    await core.clock.sleep(core.timings.sweepMs);
  }
}

/** Returns the number of orphaned operations. */
export async function sweepOnce(core: Core): Promise<number> {
  const orphaned = (await core.store.expired(LIMIT)).filter(({ op }) => !core.sending.has(op.id));
  for (const { memberId, op } of orphaned) {
    const { at } = await core.store.records(memberId);
    if (await markOrphaned(core, memberId, op, at))
      core.log.warn({ operation: op.id, name: op.op }, "operation lost its owner");
  }
  await core.store.forget();
  return orphaned.length;
}
