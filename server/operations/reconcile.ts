import { assign } from "./claims";
import type { Core } from "./core";
import { isGathering, legsOf, owesRows, tookPlace } from "./proofs";
import type { MarkedRow } from "./rows";
import type { MemberRecords } from "./records";
import type { OpRecord } from "./types";

/**
 * Stores which rows belong to which of a member's operations, and corrects the outcomes that they contradict.
 * @param rows newest first
 * @returns the records with it
 */
export async function takeIn(core: Core, memberId: string, rows: readonly MarkedRow[]): Promise<MemberRecords> {
  let corrected: OpRecord[] = [];
  const records = await core.store.amend(memberId, (known) => {
    const changed = withRows(core, known, rows);
    corrected = changed.filter(({ state, id }) => state !== known.recent.find((op) => op.id === id)!.state);
    return changed;
  });
  for (const { id, op, corrected: was } of corrected) {
    core.log.error({ operation: id, name: op, was: was?.from }, "executed after it was called not done");
  }
  return records;
}

/** The operations to which rows are given, or whose rows have changed. */
export function withRows(core: Core, records: MemberRecords, rows: readonly MarkedRow[]): OpRecord[] {
  const { recent } = records;
  const claims = core.rules.claims
    ? assign(records, rows, core.timings)
    : new Map(recent.flatMap((op) => [...assign({ recent: [op], taken: [], lost: [] }, rows, core.timings)]));
  return recent.flatMap((op) => {
    const claimed = claims.get(op.id);
    return claimed ? [settledOnes(corrected(core, { ...op, rows: claimed }))] : [];
  });
}

/** An operation that was called not done has happened if the rows of what it was asked for have appeared. */
function corrected(core: Core, op: OpRecord): OpRecord {
  const { state } = op;
  if (!core.rules.correct || !(state === "notdone" || state === "review")) return op;
  if (!isMoved(op)) return op;
  const shown = { code: null, message: null, acknowledged: true, corrected: { from: state, seen: false } };
  return { ...op, ...shown, state: "done" };
}

function isMoved(op: OpRecord): boolean {
  const legs = legsOf(op).map((pattern, leg) => ({ pattern, row: op.rows?.find((row) => row.leg === leg) }));
  const asked = legs.filter(({ pattern }) => !isGathering(pattern));
  return (asked.length > 0 ? asked : legs).every(({ row, pattern }) => row && tookPlace(row, pattern));
}

/** An operation whose rows have all appeared needs the rows of its baseline no more. */
const settledOnes = (op: OpRecord): OpRecord =>
  op.state === "done" && op.rows?.length === legsOf(op).length && !owesRows(op)
    ? { ...op, base: { ...op.base, seen: [] } }
    : op;
