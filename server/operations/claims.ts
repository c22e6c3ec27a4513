import { withoutLaterEquals } from "./equal-transfers";
import { KNOWN_SLACK_MS } from "./evidence";
import { isAsked, legsOf, looksLike, tookPlace } from "./proofs";
import type { RowPattern } from "./proofs";
import type { MarkedRow } from "./rows";
import type { Timings } from "./rules";
import { rowClockOf, type RowClock } from "./row-clock";
import type { MemberRecords } from "./records";
import type { ClaimedRow, OpRecord } from "./types";

/** For how long after its start a verdict is compared with new rows, in milliseconds. */
const CORRECTED_WITHIN_MS = 24 * 3_600_000;

/** How far the clock of the rows may differ from the one that the baseline has, in milliseconds. */
const TOLERANCE_MS = 5 * 60_000;

/** An operation's leg whose row has not appeared yet. */
interface Debt {
  op: OpRecord;
  leg: number;
  pattern: RowPattern;
  /** Whose row it is if several are possible: the lowest first. */
  rank: number;
  /** The time in which the row was created, if it is this one's, by the operator's clock, whatever its clock does. */
  from: number;
  to: number;
  /** When the operation was executed at the latest, by the clock of its baseline. */
  executed: number;
}

export type Claims = Map<string, ClaimedRow[]>;

/**
 * Gives rows to the operations that left them, one to one: to one that ran when the row was created, then to the oldest
 * debt first, and equal operations in their order unless their times tell. Of those that were called not done or are in
 * review, any may have happened after all: the nearest in time is the likeliest.
 * @param rows newest first
 * @returns the rows of each operation, by its id, where they have changed
 */
export function assign(
  { recent, taken, lost }: Pick<MemberRecords, "recent" | "taken" | "lost">,
  rows: readonly MarkedRow[],
  timings: Timings,
): Claims {
  const owing = recent.flatMap((op) => debtsOf(op, timings));
  const awaited = owing.filter(({ rank }) => rank <= OPEN).map(({ pattern }) => pattern);
  const ops = withoutLaterEquals(recent, rows, taken, awaited);
  const claims: Claims = new Map();
  const owned = new Set(ops.flatMap(({ rows: known = [] }) => known.map(({ mark }) => mark)));
  const shown = new Map<string, MarkedRow>();
  const free: MarkedRow[] = [];
  const debts = ops === recent ? owing : ops.flatMap((op) => debtsOf(op, timings));
  const oldest = Math.min(...debts.map(({ from }) => from));
  for (const row of rows) {
    if (owned.has(row.mark)) shown.set(row.mark, row);
    else if (row.createdAt.getTime() >= oldest) free.push(row);
  }
  const clock = rowClockOf(ops, shown);
  const statusOf = ({ mark, status }: ClaimedRow) => shown.get(mark)?.status ?? status;
  for (const { id, rows: known = [] } of ops)
    claims.set(
      id,
      known.map((claim) => ({ ...claim, status: statusOf(claim) })),
    );
  for (const row of free.toReversed()) {
    if (debts.length === 0) break;
    const owner = debts
      .filter((debt) => mayOwn(debt, row) && !(debt.rank >= DENIED && mayBeLost(debt, row, lost, clock)))
      .sort(
        (one, other) =>
          untimely(one, row, clock) - untimely(other, row, clock) ||
          unlike(one, row) - unlike(other, row) ||
          Math.min(one.rank, DENIED) - Math.min(other.rank, DENIED) ||
          strayed(one, row, clock) - strayed(other, row, clock) ||
          anyAmount(one) - anyAmount(other) ||
          distance(one, row) - distance(other, row) ||
          one.rank - other.rank,
      )[0];
    if (!owner || taken.includes(row.mark)) continue;
    debts.splice(debts.indexOf(owner), 1);
    const { op, leg } = owner;
    const claim = { mark: row.mark, leg, status: row.status, amount: row.amount };
    claims.set(op.id, [...claims.get(op.id)!, claim]);
  }
  for (const { id, rows: known = [] } of recent) if (isEqual(claims.get(id)!, known)) claims.delete(id);
  return claims;
}

/** Whether all are the same, in any order. */
const isEqual = (given: readonly ClaimedRow[], known: readonly ClaimedRow[]) =>
  given.length === known.length &&
  known.every(({ mark, leg, status }) =>
    given.some((other) => other.mark === mark && other.leg === leg && other.status === status),
  );

/** The legs of an operation whose rows may still appear. */
export function debtsOf(op: OpRecord, timings: Timings): Debt[] {
  if (op.traceless || !op.base.seen) return [];
  const { at } = op.base;
  const executed = op.startedAt + timings.callMs + timings.quietMs;
  const last = {
    done: op.finishedAt ?? executed,
    inflight: executed,
    unknown: executed,
    review: op.startedAt + CORRECTED_WITHIN_MS,
    notdone: op.startedAt + CORRECTED_WITHIN_MS,
    rejected: op.finishedAt ?? executed,
  }[op.state];
  const legs = legsOf(op);
  return legs.flatMap((pattern, leg) => {
    // An operation that was refused may have done all other legs.
    const isRefused = op.state === "rejected" && isAsked(legs, leg);
    if (isRefused || op.rows?.some((row) => row.leg === leg)) return [];
    const rank = RANKS[op.state];
    // Any other such row of that day would look the same.
    const latest = pattern.amount === undefined ? Math.min(last, executed) : last;
    const by = (until: number) => at + (until - op.startedAt);
    const [from, to] = [at - TOLERANCE_MS, by(latest) + TOLERANCE_MS];
    return [{ op, leg, pattern, rank, from, to, executed: by(Math.min(last, executed)) }];
  });
}

/** How far a row may be off where its clock is known, and nothing else tells whose it is, in milliseconds. */
const NEAR_MS = 5_000;

/** 1 if the operation did not run when the row was created, as far as is known; else 0. */
function untimely(debt: Debt, row: MarkedRow, clock: RowClock | null) {
  const near = debt.pattern.amount === undefined ? NEAR_MS : KNOWN_SLACK_MS;
  return isOff(debt, row, clock, clock ? near : debt.op.base.slack) ? 1 : 0;
}

/** 1 if the clock of the rows is known, and by it the row was not created while the operation ran; else 0. */
const strayed = (debt: Debt, row: MarkedRow, clock: RowClock | null) =>
  clock && isOff(debt, row, clock, NEAR_MS) ? 1 : 0;

function isOff({ op, executed }: Debt, row: MarkedRow, clock: RowClock | null, slack: number): boolean {
  const created = row.createdAt.getTime();
  const [least, most] = [(clock?.least ?? 0) - slack, (clock?.most ?? 0) + slack];
  return created < op.base.at + least || created > executed + most;
}

/** Whether the row may be from the time of lost operations, which the store's clock tells: it may be of one that nobody knows any more. */
function mayBeLost({ op }: Debt, row: MarkedRow, lost: MemberRecords["lost"], clock: RowClock | null) {
  const { least, most } = clock ?? { least: 0, most: 0 };
  const created = row.createdAt.getTime() - (op.base.at - op.startedAt);
  return lost.some(({ from, to }) => created - least >= from && created - most <= to);
}

/** 1 if any amount fits, but the balances before promised another; else 0. */
const unlike = ({ pattern: { expected } }: Debt, row: MarkedRow) =>
  expected !== undefined && expected !== row.amount ? 1 : 0;

/** A debt of this very amount comes before one of any. */
const anyAmount = ({ pattern }: Debt) => (pattern.amount === undefined ? 1 : 0);

/** Milliseconds between the operation and the row, as far as that tells whose it is. */
const distance = ({ rank, op }: Debt, row: MarkedRow) =>
  rank < DENIED ? 0 : Math.abs(row.createdAt.getTime() - op.base.at);

/** From here on the operation was called not done, or nothing was said. A row from the time of lost ones is no reason to correct that. */
const DENIED = 2;
/** Up to here it was accepted or is open. */
const OPEN = 1;
const RANKS: Record<OpRecord["state"], number> = {
  done: 0,
  inflight: OPEN,
  unknown: OPEN,
  rejected: 1.5,
  review: DENIED,
  notdone: 3,
};

function mayOwn({ op, pattern, from, to }: Debt, row: MarkedRow): boolean {
  const { horizon, seen } = op.base;
  const at = row.createdAt.getTime();
  if (!looksLike(pattern, row) || at < from || at > to || (horizon !== null && at <= horizon)) return false;
  // A transfer that was refused moved nothing: its row says nothing about any other.
  if (!tookPlace(row, pattern)) return false;
  return !seen.includes(row.mark) && !seen.includes(`${row.mark}?`);
}
