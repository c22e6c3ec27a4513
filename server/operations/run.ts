import { within } from "./clock";
import { authOf, track } from "./core";
import type { Core, Caller } from "./core";
import { dispatch, takeBack } from "./dispatch";
import { takeBaseline, type Taken } from "./evidence";
import { NOT_SENT } from "./verdict";
import type { Verdict } from "./verdict";
import type { FormKey } from "./form-key";
import { ReadFailed } from "./port";
import { fingerprintOf, looksLike } from "./proofs";
import type { OpInput } from "./proofs";
import { rowsSince } from "./read-rows";
import { takeIn } from "./reconcile";
import { closes, isUnordered } from "./state";
import { lossyBirths, type Epoch, type MemberRecords, type NewOp } from "./records";
import type { OpName, OpRecord, RunOptions, RunOutcome } from "./types";
import { viewOf } from "./view";

/** A submitted form. */
export interface Submission extends RunOptions {
  op: OpName;
  input: OpInput;
  formKey: string;
}

type Closed = Extract<RunOutcome, { kind: "closed" }>["reason"];
const closed = (reason: Closed, until: number | null = null): RunOutcome => ({ kind: "closed", reason, until });
const receipt = (id: string): RunOutcome => ({ kind: "receipt", id });

/** How often a form that lost a race is evaluated again. */
const ROUNDS = 3;

/**
 * Processes a submitted form; sends at most one request (docs/decisions/operations.md). The order of the steps matters.
 * @param readRecords reads the member's records and marks an orphaned operation as unknown
 */
export async function run(
  core: Core,
  caller: Caller,
  form: Submission,
  readRecords: () => Promise<MemberRecords>,
): Promise<RunOutcome> {
  if (core.draining || core.underWay >= core.timings.bulkhead) return closed("busy");
  core.underWay += 1;
  const arrived = core.elapsed();
  let sent: Promise<Verdict> | null = null;
  try {
    const began = await begin(core, caller, form, readRecords, arrived);
    if ("kind" in began) return began;
    // Detached: from here on it does not matter whether the browser is still connected.
    sent = track(core, dispatch(core, caller, began, form.unrecorded));
    if (form.handedOver) await Promise.race([form.handedOver, sent]);
    return await answer(core, caller, began, sent);
  } finally {
    if (sent) void sent.finally(() => (core.underWay -= 1));
    else core.underWay -= 1;
  }
}

/**
 * Everything before the request is sent. Returns the durable record, or the outcome if nothing is sent.
 * @param arrived when the form arrived, in monotonic milliseconds
 */
async function begin(
  core: Core,
  caller: Caller,
  form: Submission,
  readRecords: () => Promise<MemberRecords>,
  arrived: number,
): Promise<OpRecord | RunOutcome> {
  const fingerprint = fingerprintOf(form.op, form.input);
  const { memberId } = caller;
  let attempted: NewOp | null = null;
  /** What is durable may be sent, but only soon after the form: whoever sent it may have given up since. */
  const inTime = (record: OpRecord): OpRecord | RunOutcome => {
    if (!core.rules.clock || core.elapsed() - arrived < core.timings.sendWithinMs) return record;
    takeBack(core, memberId, record);
    return closed("not-sent");
  };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [epoch, records] = await Promise.all([core.store.epoch(), readRecords()]);
      const verified = core.keys.verify(form.formKey, { op: form.op, epoch: epoch.id, now: records.at, ...caller });
      const key = verified.ok ? verified.key : null;
      const known = judge(core, form.op, records, key, fingerprint);
      if (known || !key) return known ?? stale(records);
      const opening = core.rules.epoch ? epoch.openAt : 0;
      if (records.at < opening) return closed("starting", opening);

      const taken = (await form.hindrance?.()) ?? (await baseline(core, caller, form, records));
      // A second tap may have sent the same form meanwhile.
      if ("kind" in taken) return judge(core, form.op, await readRecords(), key, fingerprint) ?? taken;
      if (taken.rows.length > 0) await takeIn(core, memberId, taken.rows);
      if (!form.confirmed && (await mayHaveHappened(core, caller, { epoch, records, op: form.op }, taken)))
        return { kind: "confirm" };
      if (core.draining) return closed("busy");

      const op = newOp(core, caller, form, fingerprint, taken.base);
      attempted = op;
      const begun = await core.store.begin(memberId, { seq: key.seq, epoch: epoch.id }, op, core.timings.leaseMs);
      if (begun.ok) return inTime(begun.record);
      attempted = null;
    }
  } catch (error) {
    core.log.error({ requestId: caller.requestId, err: error }, "operation store failed");
    if (attempted) {
      const written = await readBack(core, memberId, attempted);
      if (written) return inTime(written);
    }
  }
  return closed("store");
}

/**
 * The record of an operation whose confirmation was lost, if it is durable after all. Otherwise it is taken back, as it
 * may still be written.
 */
async function readBack(core: Core, memberId: string, op: NewOp): Promise<OpRecord | null> {
  try {
    // Renewing is a write that lasts as the first one should have.
    const isMine = await core.store.renew(memberId, op.id, core.owner, core.timings.leaseMs);
    const written = isMine ? await core.store.find(memberId, op.id) : null;
    if (written) return written;
  } catch {
    // Not even that is known.
  }
  takeBack(core, memberId, op);
  return null;
}

/** The outcome that follows from the member's records; null if the form is fresh and no operation is open. */
function judge(
  core: Core,
  op: OpName,
  records: MemberRecords,
  key: FormKey | null,
  fingerprint: string,
): RunOutcome | null {
  const open = records.recent.findLast((known) => closes(known, op));
  if (open) return receipt(open.id);
  if (!key) return stale(records);
  const same = records.recent.findLast((known) => known.keySeq === key.seq && known.fingerprint === fingerprint);
  const isFresh = isUnordered(op) ? !same || same.traceless === true : records.floor <= key.seq;
  if (!core.rules.sequence || (isFresh && key.seq <= records.seq)) return null;
  return same ? receipt(same.id) : stale(records);
}

const stale = (records: MemberRecords): RunOutcome => {
  const last = records.recent.at(-1);
  return { kind: "stale", last: last ? viewOf(last) : null };
};

async function baseline(core: Core, caller: Caller, { op, input }: Submission, records: MemberRecords) {
  try {
    return await takeBaseline(core, authOf(caller), records, op, input);
  } catch (error) {
    if (error instanceof ReadFailed && error.reason === "login") return { kind: "login" } as const;
    // The failed call has a line of its own.
    core.log.info(
      { requestId: caller.requestId, error: String(error) },
      "baseline could not be read, nothing was sent",
    );
    return closed("operator");
  }
}

interface Known {
  epoch: Epoch;
  records: MemberRecords;
  op: OpName;
}

/**
 * Whether records were lost recently and a matching row from around that time may be this operation. A spin leaves no
 * row, so the first one after the loss may be.
 */
async function mayHaveHappened(core: Core, caller: Caller, { epoch, records, op }: Known, taken: Taken) {
  const { base, rows, pattern } = taken;
  const { confirmMs, confirmRowMs } = core.timings;
  const births = lossyBirths(epoch).filter(({ bornAt }) => records.at < bornAt + confirmMs);
  if (!core.rules.epoch || births.length === 0) return false;
  if (op === "spin") {
    const { bornAt } = births.at(-1)!;
    return !records.recent.some((known) => known.op === op && known.startedAt > bornAt);
  }
  if (!pattern) return false;
  // The baseline has the newest rows only; what was lost may be older.
  const since = Math.min(...births.map(({ bornAt }) => bornAt)) - confirmRowMs;
  const reachBack = base.horizon === null || rows.some(({ createdAt }) => createdAt.getTime() <= since);
  const shown = reachBack ? rows : await rowsSince(core, authOf(caller), since).catch(() => null);
  // What cannot be read may be this operation.
  return (
    !shown ||
    shown.some((row) => {
      const at = row.createdAt.getTime();
      const isFromThen = births.some(({ bornAt, openAt }) => at >= bornAt - confirmRowMs && at <= openAt);
      return isFromThen && row.status !== "FAILED" && looksLike(pattern, row);
    })
  );
}

function newOp(
  core: Core,
  { requestId, network, currency }: Caller,
  { op, input }: Submission,
  fingerprint: string,
  base: OpRecord["base"],
): NewOp {
  return {
    id: core.newId(),
    op,
    fingerprint,
    input,
    state: "inflight",
    code: null,
    message: null,
    output: null,
    finishedAt: null,
    checkUntil: null,
    base,
    owner: core.owner,
    acknowledged: false,
    origin: { requestId: requestId ?? null, network: network ?? null, currency: currency ?? null },
  };
}

/** Waits up to `waitMs` for the answer; after that the receipt shows the current state. */
async function answer(core: Core, caller: Caller, op: OpRecord, sent: Promise<Verdict>): Promise<RunOutcome> {
  const verdict = await within(core.clock, core.timings.waitMs, sent).catch(() => null);
  if (!verdict && !core.rules.detached) {
    const finishedAt = (await core.store.records(caller.memberId)).at;
    const patch = { state: "rejected", code: NOT_SENT, finishedAt, owner: null, traceless: true } as const;
    await core.store.finish(caller.memberId, op.id, ["inflight"], patch, true);
    return closed("not-sent");
  }
  if (verdict?.state !== "returned") return receipt(op.id);
  return verdict.reason === "not-sent" ? closed("not-sent") : { kind: verdict.reason };
}
