import { OWNER_LOST } from "./verdict";
import { authOf } from "./core";
import type { Core, Caller } from "./core";
import { look } from "./evidence";
import type { Finding } from "./evidence";
import { ReadFailed } from "./port";
import type { OpRecord, OpState } from "./types";

/** What two equal findings after the quiet time make of an operation. */
const VERDICTS: Record<Exclude<Finding, "happened">, OpState> = { absent: "notdone", unclear: "review" };

/**
 * Reads the operator until it is known what became of an operation; returns at once. Uses the member's token, so after
 * a restart the member's next page load calls it again (`resumed`: the first read is made now).
 */
export function settle(core: Core, caller: Caller, op: OpRecord, resumed = false): void {
  if (core.settling.has(op.id) || core.draining) return;
  const work = readUntilKnown(core, caller, op.id, resumed)
    .catch((error: unknown) => core.log.error({ op: op.id, error: String(error) }, "settling failed"))
    .finally(() => core.settling.delete(op.id));
  core.settling.set(op.id, work);
}

async function readUntilKnown(core: Core, caller: Caller, id: string, resumed: boolean): Promise<void> {
  const { clock, timings, store } = core;
  const began = core.elapsed();
  const quietMs = core.rules.quiet ? timings.quietMs : 0;
  let before: Finding | null = null;
  for (let round = 0; !core.draining; round += 1) {
    const step = resumed ? round - 1 : round;
    if (step >= 0) await clock.sleep(timings.pollsMs[Math.min(step, timings.pollsMs.length - 1)]!);
    try {
      const op = await store.find(caller.memberId, id);
      if (op?.state !== "unknown") return;
      // A wall clock that jumps must not shorten the wait that this process has seen from its beginning.
      const waited = resumed || core.elapsed() - began >= quietMs;
      const ripe = waited && (!core.rules.quiet || clock.now() >= (op.checkUntil ?? Infinity));
      const finding = await look(core, authOf(caller), op);
      if (finding === "happened") return await conclude(core, caller.memberId, op, "done");
      if (ripe && finding === before) return await conclude(core, caller.memberId, op, VERDICTS[finding]);
      before = ripe ? finding : null;
    } catch (error) {
      if (error instanceof ReadFailed && error.reason === "login") return;
      core.log.warn({ op: id, error: String(error) }, "an unknown operation could not be looked up");
      before = null;
    }
  }
}

async function conclude(core: Core, memberId: string, op: OpRecord, state: OpState): Promise<void> {
  const changed = await core.store.finish(memberId, op.id, ["unknown"], { state, finishedAt: core.clock.now() });
  const facts = { op: op.id, name: op.op, state, afterMs: core.clock.now() - op.startedAt };
  if (changed && state === "review") core.log.error(facts, "operation needs a person");
  else if (changed) core.log.info(facts, "unknown operation settled");
}

/**
 * An operation whose owner no longer renews its lease becomes unknown: its answer will not be heard.
 * The quiet time starts when its owner would have given up at the latest.
 */
export const markOrphaned = ({ store, timings }: Core, memberId: string, op: OpRecord): Promise<OpRecord | null> =>
  store.finish(memberId, op.id, ["inflight"], {
    state: "unknown",
    code: OWNER_LOST,
    owner: null,
    checkUntil: op.startedAt + (op.op === "uploadSlip" ? timings.uploadMs : timings.callMs) + timings.quietMs,
  });

export const isOrphaned = (core: Core, op: OpRecord): boolean =>
  op.state === "inflight" && op.leaseUntil < core.clock.now();

const WATCHED_MAX = 10_000;

/**
 * Looks once more at an operation that was found not done: an operator that executes later than it promised must not
 * leave the page wrong. Only for the member's newest operation, since a later one could have left the row.
 * Returns the operation as it stands now.
 */
export async function watch(core: Core, caller: Caller, op: OpRecord): Promise<OpRecord> {
  const now = core.clock.now();
  const due = now - (core.watched.get(op.id) ?? -Infinity) >= core.timings.watchPauseMs;
  if (op.state !== "notdone" || now - op.startedAt > core.timings.watchMs || !due) return op;
  if (core.watched.size >= WATCHED_MAX) core.watched.clear();
  core.watched.set(op.id, now);
  try {
    if ((await look(core, authOf(caller), op)) !== "happened") return op;
  } catch {
    return op;
  }
  core.log.error({ op: op.id, name: op.op, afterMs: now - op.startedAt }, "executed after it was called not done");
  const patch = { state: "done", finishedAt: now } as const;
  return (await core.store.finish(caller.memberId, op.id, ["notdone"], patch)) ?? op;
}
