import { ALREADY_WHEN_REPEATED, verdictOf, NOT_SENT } from "./verdict";
import type { Verdict } from "./verdict";
import { authOf } from "./core";
import type { Core, Caller } from "./core";
import { legsOf } from "./proofs";
import type { OpInput } from "./proofs";
import { wasPaid } from "./qr-payment";
import { settle } from "./settle";
import type { OpRecord } from "./types";

/**
 * Pauses between attempts to store an outcome. If all fail, the lease ends and the outcome is read from the statement.
 */
const WRITE_PAUSES_MS = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000];

/**
 * Sends an operation once and stores its outcome. It does not depend on the member's request: it ends with the
 * operator's answer or its deadline. Never throws. `unrecorded` is passed to the port only.
 */
export async function dispatch(core: Core, caller: Caller, op: OpRecord, unrecorded?: unknown): Promise<Verdict> {
  const lease = { ended: false };
  const began = core.elapsed();
  core.sending.add(op.id);
  void keepLease(core, caller.memberId, op, lease);
  const verdict = await withPayment(core, caller, op, await send(core, caller, op, unrecorded));
  const ended = await write(core, caller.memberId, op, verdict, op.startedAt + core.elapsed() - began);
  lease.ended = true;
  core.sending.delete(op.id);
  const facts = {
    operation: op.id,
    requestId: caller.requestId,
    name: op.op,
    state: verdict.state,
    code: "code" in verdict.patch ? verdict.patch.code : null,
  };
  if (verdict.state === "unknown") core.log.warn(facts, "operation without an answer");
  else core.log.info(facts, "operation ended");
  if (verdict.state === "unknown") settle(core, caller, op);
  if (ended?.state === "done" && !ended.traceless && legsOf(op).length > 0) core.lag.follow(caller, ended);
  return verdict;
}

async function send(core: Core, caller: Caller, op: OpRecord, unrecorded: unknown): Promise<Verdict> {
  try {
    core.observe(caller.memberId, "sent", op);
    const wire = await core.operator.send(op.op, op.input as OpInput, authOf(caller, op.id), unrecorded);
    const mayRepeat = wire.kind === "refused" && wire.code === ALREADY_WHEN_REPEATED[op.op];
    return verdictOf(op.op, wire, mayRepeat && (await wasSentBefore(core, caller.memberId, op)));
  } catch (error) {
    core.log.error({ operation: op.id, error: String(error) }, "dispatch threw");
    return { state: "unknown", patch: { code: "FAULT" } };
  }
}

/** A cancelled QR may have been paid just before. */
async function withPayment(core: Core, caller: Caller, op: OpRecord, verdict: Verdict): Promise<Verdict> {
  if (op.op !== "cancelQr" || verdict.state !== "done") return verdict;
  return { state: "done", patch: { output: { paid: await wasPaid(core, caller, op) }, message: null } };
}

/** Whether the member has sent the same operation before, and it was not refused. */
async function wasSentBefore(core: Core, memberId: string, { id, fingerprint }: OpRecord): Promise<boolean> {
  const { recent } = await core.store.records(memberId);
  return recent.some((op) => op.id !== id && op.fingerprint === fingerprint && op.state !== "rejected");
}

/** Undoes an operation that may have been recorded but was not sent. Returns immediately. */
export function takeBack(core: Core, memberId: string, op: Pick<OpRecord, "id">): void {
  void core.store
    .records(memberId)
    .catch(() => ({ at: core.clock.now() }))
    .then(({ at }) => write(core, memberId, op, NOTHING_SENT, at));
}

const NOTHING_SENT: Verdict = { state: "returned", reason: "not-sent", patch: { code: NOT_SENT } };

/** @param at when it ended, by the store's clock, epoch milliseconds */
async function write(
  core: Core,
  memberId: string,
  op: Pick<OpRecord, "id">,
  verdict: Verdict,
  at: number,
): Promise<OpRecord | null> {
  for (const pause of [...WRITE_PAUSES_MS, 0]) {
    try {
      return await record(core, memberId, op, verdict, Math.round(at));
    } catch (error) {
      core.log.error({ operation: op.id, error: String(error) }, "outcome could not be stored");
      await core.clock.sleep(pause);
    }
  }
  return null;
}

/** Another instance may have marked the operation as unknown in the meantime; then the answer settles it. */
async function record(
  core: Core,
  memberId: string,
  op: Pick<OpRecord, "id">,
  verdict: Verdict,
  at: number,
): Promise<OpRecord | null> {
  const ended = { ...verdict.patch, finishedAt: at, owner: null };
  const { store } = core;
  switch (verdict.state) {
    case "done":
      return store.finish(memberId, op.id, ["inflight", "unknown", "notdone", "review"], { ...ended, state: "done" });
    case "unknown": {
      const checkUntil = at + (await core.lag.quietMs());
      const patch = { ...verdict.patch, state: "unknown", owner: null, checkUntil } as const;
      return store.finish(memberId, op.id, ["inflight"], patch);
    }
    case "rejected":
    case "returned": {
      const isReturned = verdict.state === "returned";
      const patch = { ...ended, state: "rejected", ...(isReturned && { traceless: true as const }) } as const;
      const written = await store.finish(memberId, op.id, ["inflight"], patch, isReturned);
      return written ?? (await store.finish(memberId, op.id, ["unknown"], { ...ended, state: "notdone" }));
    }
  }
}

async function keepLease(core: Core, memberId: string, op: OpRecord, lease: { ended: boolean }): Promise<void> {
  const { clock, store, owner, timings } = core;
  for (;;) {
    await clock.sleep(timings.leaseMs / 3);
    if (lease.ended) return;
    // If the renewal fails the lease runs out, but the answer is still awaited.
    await store.renew(memberId, op.id, owner, timings.leaseMs).catch(() => false);
  }
}
