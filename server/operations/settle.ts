import { authOf } from "./core";
import type { Core, Caller } from "./core";
import { findProof } from "./evidence";
import type { Finding } from "./evidence";
import { ReadFailed } from "./port";
import { OWNER_LOST } from "./step";
import type { OpRecord, OpState } from "./types";

/** The state that two equal findings after the quiet time lead to. */
const VERDICTS: Record<Exclude<Finding, "happened">, OpState> = { absent: "notdone", unclear: "review" };

/**
 * Reads from the operator until the outcome of an unknown operation is clear. Returns immediately. It needs the
 * member's token, so after a restart the member's next page load starts it again.
 * @param resumed makes the first read right away
 */
export function settle(core: Core, caller: Caller, op: OpRecord, resumed = false): void {
  if (core.settling.has(op.id) || core.draining) return;
  const work = readUntilKnown(core, caller, op.id, resumed)
    .catch((error: unknown) => core.log.error({ operation: op.id, error: String(error) }, "settling failed"))
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
      // If this process has seen the whole wait, a jump of the wall clock must not shorten it.
      const waited = resumed || core.elapsed() - began >= quietMs;
      const quietOver = waited && (!core.rules.quiet || clock.now() >= (op.checkUntil ?? Infinity));
      const finding = await findProof(core, authOf(caller, op.id), op);
      if (finding === "happened") return await conclude(core, caller.memberId, op, "done");
      if (quietOver && finding === before) return await conclude(core, caller.memberId, op, VERDICTS[finding]);
      before = quietOver ? finding : null;
    } catch (error) {
      if (error instanceof ReadFailed && error.reason === "login") return;
      core.log.warn({ operation: id, error: String(error) }, "unknown operation could not be checked");
      before = null;
    }
  }
}

async function conclude(core: Core, memberId: string, op: OpRecord, state: OpState): Promise<void> {
  const changed = await core.store.finish(memberId, op.id, ["unknown"], { state, finishedAt: core.clock.now() });
  const facts = { operation: op.id, name: op.op, state, afterMs: core.clock.now() - op.startedAt };
  if (changed && state === "review") core.log.error(facts, "operation needs manual review");
  else if (changed) core.log.info(facts, "unknown operation settled");
}

/**
 * Marks an operation as unknown because its owner no longer renews the lease, so its answer will never be recorded. The
 * quiet time starts when the owner would have given up at the latest.
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
 * Checks a "not done" operation again, in case the operator has executed it later than promised. Only for the member's
 * newest operation, because otherwise a later one could have left the row. Returns the current record.
 */
export async function watch(core: Core, caller: Caller, op: OpRecord): Promise<OpRecord> {
  const now = core.clock.now();
  const due = now - (core.watched.get(op.id) ?? -Infinity) >= core.timings.watchPauseMs;
  if (op.state !== "notdone" || now - op.startedAt > core.timings.watchMs || !due) return op;
  if (core.watched.size >= WATCHED_MAX) core.watched.clear();
  core.watched.set(op.id, now);
  try {
    if ((await findProof(core, authOf(caller, op.id), op)) !== "happened") return op;
  } catch {
    return op;
  }
  core.log.error(
    { operation: op.id, name: op.op, afterMs: now - op.startedAt },
    "executed after it was called not done",
  );
  const patch = { state: "done", finishedAt: now } as const;
  return (await core.store.finish(caller.memberId, op.id, ["notdone"], patch)) ?? op;
}
