import { within } from "./clock";
import { authOf, track } from "./core";
import type { Core, Caller } from "./core";
import { WALLET } from "../operator/contract/transfer";
import { balancesOf, findByRows, lookAt } from "./evidence";
import type { Finding } from "./evidence";
import type { Json } from "./json";
import { findByList } from "./lists";
import { ReadFailed } from "./port";
import { legsOf, owesRows, PROOFS } from "./proofs";
import { wasPaid } from "./qr-payment";
import { takeIn } from "./reconcile";
import { rowsTowards } from "./read-rows";
import { marked } from "./rows";
import type { StatementRow } from "../operator/contract/statement";
import { OWNER_LOST } from "./step";
import type { MemberRecords } from "./records";
import type { OpRecord } from "./types";
import { PARTLY } from "./verdict";

/** What two equal findings after the quiet time lead to. */
const VERDICTS: Record<Exclude<Finding, "happened">, Pick<OpRecord, "state"> & Partial<OpRecord>> = {
  absent: { state: "notdone" },
  partly: { state: "notdone", code: PARTLY },
  unclear: { state: "review" },
};

/**
 * Reads from the operator until the outcome of an unknown operation is clear. Returns immediately. It needs the
 * member's token, so after a restart the member's next page load starts it again.
 * @param resumed makes the first read right away
 */
export function settle(core: Core, caller: Caller, op: OpRecord, resumed = false): void {
  if (core.settling.has(op.id) || core.draining) return;
  const work = readUntilKnown(core, caller, op, resumed)
    .catch((error: unknown) => core.log.error({ operation: op.id, error: String(error) }, "settling failed"))
    .finally(() => core.settling.delete(op.id));
  core.settling.set(op.id, work);
}

/**
 * Each process waits by its own monotonic clock, from when it first saw the operation unknown: clocks of two machines, or
 * of one before and after a jump, are never compared.
 */
async function readUntilKnown(core: Core, caller: Caller, { id }: OpRecord, resumed: boolean): Promise<void> {
  const { clock, timings } = core;
  const began = core.elapsed();
  let before: Finding | null = null;
  for (let round = 0; !core.draining; round += 1) {
    const step = resumed ? round - 1 : round;
    if (step >= 0) await clock.sleep(timings.pollsMs[Math.min(step, timings.pollsMs.length - 1)]!);
    try {
      const { recent, at } = await core.store.records(caller.memberId);
      const op = recent.find((known) => known.id === id);
      if (op?.state !== "unknown") return;
      const isLate = at - op.startedAt >= timings.reviewMs || core.elapsed() - began >= timings.reviewMs;
      const { finding, output } = await find(core, caller, op).catch((error: unknown) => {
        if (isLate) return { finding: "unclear" as const, output: null };
        throw error;
      });
      if (finding === "happened") return await conclude(core, caller.memberId, op, { state: "done", output });
      // After the rows were read: until then a longer lag may have been seen.
      const quietMs = await core.lag.quietMs();
      const isQuiet = core.rules.clock
        ? core.elapsed() - began >= quietMs
        : clock.now() >= (op.checkUntil ?? Infinity) && core.rules.quiet;
      if (isQuiet && finding !== "early" && finding === before)
        return await conclude(core, caller.memberId, op, VERDICTS[finding]);
      if (isLate) return await conclude(core, caller.memberId, op, VERDICTS.unclear);
      before = isQuiet && finding !== "early" ? finding : null;
      await announce(core, caller.memberId, op, at + quietMs - (core.elapsed() - began));
    } catch (error) {
      if (error instanceof ReadFailed && error.reason === "login") return;
      core.log.warn({ operation: id, error: String(error) }, "unknown operation could not be checked");
      before = null;
    }
  }
}

/**
 * Looks for an operation once. Rows that it finds are stored with the operations that left them. `early`: nothing was
 * found, but the statement has not caught up.
 */
async function find(core: Core, caller: Caller, op: OpRecord): Promise<{ finding: Finding | "early"; output: Json }> {
  const auth = authOf(caller, op.id);
  const { output } = op;
  if (PROOFS[op.op].evidence.by !== "statement") {
    const found = await findByList(core, auth, op, () => core.store.records(caller.memberId));
    const isClosed = op.op === "cancelQr" && found.finding === "happened";
    return isClosed ? { ...found, output: { paid: await wasPaid(core, caller, op) } } : found;
  }
  const sight = await lookAt(core, auth, op);
  if (!sight.rows) return { finding: "unclear", output };
  const records = await takeIn(core, caller.memberId, sight.rows);
  const known = records.recent.find(({ id }) => id === op.id) ?? op;
  const finding = findByRows(core, records, known, sight);
  const isEarly = finding === "absent" && core.rules.lag && isBehind(records, known);
  return { finding: isEarly ? "early" : finding, output };
}

/** How long a row that has not appeared shows that the statement lags, in milliseconds. Later the row never comes. */
const AWAITED_MS = 20 * 60_000;

/** Whether a row of an earlier operation that surely happened has not appeared yet. */
const isBehind = ({ recent, at }: MemberRecords, { startedAt }: OpRecord) =>
  recent.some(
    (op) =>
      op.state === "done" &&
      op.startedAt < startedAt &&
      at - (op.finishedAt ?? op.startedAt) < AWAITED_MS &&
      legsOf(op).length > 0 &&
      !op.rows?.length,
  );

async function conclude(core: Core, memberId: string, op: OpRecord, verdict: Partial<OpRecord>): Promise<void> {
  const { at } = await core.store.records(memberId);
  const checkUntil =
    verdict.state === "review" ? op.startedAt + core.timings.callMs + (await core.lag.quietMs()) : null;
  const patch = { ...verdict, finishedAt: at, checkUntil: checkUntil ?? op.checkUntil };
  const changed = await core.store.finish(memberId, op.id, ["unknown"], patch);
  const facts = { operation: op.id, name: op.op, state: verdict.state, afterMs: at - op.startedAt };
  if (changed && verdict.state === "review") core.log.error(facts, "operation needs manual review");
  else if (changed) core.log.info(facts, "unknown operation settled");
}

/** The least by which an announced end must be wrong to be announced again, in milliseconds. */
const ANNOUNCED_WITHIN_MS = 30_000;

/** Tells the member until when it is checked, if that has become later. */
async function announce(core: Core, memberId: string, op: OpRecord, until: number): Promise<void> {
  if (until - (op.checkUntil ?? 0) < ANNOUNCED_WITHIN_MS) return;
  await core.store.finish(memberId, op.id, ["unknown"], { checkUntil: Math.round(until) });
}

/** Marks an operation as unknown because its owner no longer renews the lease, so its answer will never be recorded. */
export async function markOrphaned(core: Core, memberId: string, op: OpRecord, at: number): Promise<OpRecord | null> {
  const checkUntil = at + (await core.lag.quietMs());
  const patch = { state: "unknown", code: OWNER_LOST, owner: null, checkUntil } as const;
  return core.store.finish(memberId, op.id, ["inflight"], patch);
}

/** @param at the store's time, epoch milliseconds */
export const isOrphaned = (core: Core, op: OpRecord, at: number): boolean =>
  op.state === "inflight" &&
  (core.rules.clock ? !core.sending.has(op.id) && op.leaseUntil < at : op.leaseUntil < core.clock.now());

/** More members than these are compared again from the beginning. */
const COMPARED_MAX = 10_000;
/** The age of an operation over the pause between two comparisons. */
const AGE_PER_PAUSE = 20;

/** Operations whose outcome rows may still contradict. */
const mayBeCorrected = ({ state }: OpRecord) => state === "notdone" || state === "review";

/** Operations whose receipt tells what rows show. */
const isTold = (op: OpRecord) => mayBeCorrected(op) || owesRows(op) || mayHaveLeft(op);

/** Operations that were refused, of which rows may still tell that earlier steps had been done. */
const mayHaveLeft = (op: OpRecord) =>
  op.state === "rejected" && !op.traceless && legsOf(op).length > 1 && !op.legsKnown;

/**
 * Compares a member's operations with the statement, and corrects what it contradicts. Unless the accepted
 * operation that is shown still waits for rows, at most every few seconds, and less often the older they are.
 * @param told the operation that the page shows, if any
 * @returns the records with what was found; the same if nothing could be read
 */
export async function compare(
  core: Core,
  caller: Caller,
  records: MemberRecords,
  told: OpRecord | null = null,
): Promise<MemberRecords> {
  const { memberId } = caller;
  const { watchMs, watchPauseMs } = core.timings;
  const waiting = records.recent.filter(
    (op) =>
      legsOf(op).length > 0 &&
      records.at - op.startedAt < watchMs &&
      (op.id === told?.id ? isTold(op) : mayBeCorrected(op)),
  );
  if (waiting.length === 0) return records;
  const age = records.at - Math.max(...waiting.map(({ startedAt }) => startedAt));
  const last = core.compared.get(memberId) ?? -Infinity;
  const isAsked = waiting.some((op) => op.id === told?.id && !mayBeCorrected(op));
  if (!isAsked && core.elapsed() - last < Math.max(watchPauseMs, age / AGE_PER_PAUSE)) return records;
  if (core.compared.size >= COMPARED_MAX) core.compared.clear();
  core.compared.set(memberId, core.elapsed());
  const since = Math.min(...waiting.map(({ base }) => base.horizon ?? -Infinity));
  const look = async () => {
    // An old operation in a long statement must not keep the newer ones from theirs.
    const reading = rowsTowards(core, authOf(caller), since === -Infinity ? null : since).catch(() => null);
    const [noted, rows] = await Promise.all([told ? noteKept(core, caller, records, told.id) : records, reading]);
    if (!rows) return noted;
    const taken = await takeIn(core, memberId, marked(rows));
    // Of the time before the rows were read: later ones may be missing.
    return told ? closeLegs(core, memberId, { ...taken, at: records.at }, told.id, rows) : taken;
  };
  try {
    // A long statement takes longer than a page waits: what it shows is told on the next one.
    return await within(core.clock, core.timings.lookMs, track(core, look()));
  } catch {
    return records;
  }
}

/**
 * A game that has as much after a refusal as before it was not emptied. It is noted when it is first seen, and only
 * while nothing came after the refusal: later the game is played, and its balance tells nothing.
 */
async function noteKept(core: Core, caller: Caller, records: MemberRecords, id: string): Promise<MemberRecords> {
  const op = records.recent.at(-1);
  if (op?.id !== id || !mayHaveLeft(op)) return records;
  const { rows = [], kept = [], base } = op;
  const untold = legsOf(op).flatMap(({ from }, leg) =>
    typeof from === "string" && from !== WALLET && !kept.includes(from) && !rows.some((row) => row.leg === leg)
      ? [from]
      : [],
  );
  if (untold.length === 0) return records;
  const now = await balancesOf(core, authOf(caller)).catch(() => null);
  const full = untold.filter((game) => base.balances[game]! > 0 && now?.balances[game] === base.balances[game]);
  if (full.length === 0) return records;
  return core.store.amend(caller.memberId, ({ recent }) => {
    const known = recent.at(-1);
    return known?.id === id ? [{ ...known, kept: [...new Set([...(known.kept ?? []), ...full])] }] : [];
  });
}

/** A refused operation left its rows before the refusal: once all of them have appeared, its other steps were not done. */
async function closeLegs(
  core: Core,
  memberId: string,
  records: MemberRecords,
  id: string,
  rows: readonly StatementRow[],
): Promise<MemberRecords> {
  const op = records.recent.find((known) => known.id === id);
  if (!op || !mayHaveLeft(op) || op.finishedAt === null) return records;
  const { horizon } = op.base;
  const isWhole = horizon === null || rows.some(({ createdAt }) => createdAt.getTime() <= horizon);
  if (!isWhole || records.at < op.finishedAt + (await core.lag.lagMs())) return records;
  return core.store.amend(memberId, ({ recent }) =>
    recent.flatMap((known) => (known.id === id && mayHaveLeft(known) ? [{ ...known, legsKnown: true as const }] : [])),
  );
}
