import type { Core } from "./core";
import { markOrphaned } from "./settle";
import { KEEP_MS } from "./store";

/** At most this many lost operations are marked in one round. */
const LIMIT = 500;

/**
 * Marks operations of processes that are gone as unknown, and forgets what is old; for as long as the engine takes operations.
 * Their members' tokens are gone too, so looking them up waits for the member's next page.
 */
export async function sweep(core: Core): Promise<void> {
  while (!core.draining) {
    try {
      await sweepOnce(core);
    } catch (error) {
      core.log.error({ error: String(error) }, "the sweep failed");
    }
    await core.clock.sleep(core.timings.sweepMs);
  }
}

/** Returns how many operations were found lost. */
export async function sweepOnce(core: Core): Promise<number> {
  const now = core.clock.now();
  const lost = await core.store.expired(now, LIMIT);
  for (const { memberId, op } of lost) {
    if (await markOrphaned(core, memberId, op)) core.log.warn({ op: op.id, name: op.op }, "operation lost its owner");
  }
  await core.store.forget(now - KEEP_MS);
  return lost.length;
}
