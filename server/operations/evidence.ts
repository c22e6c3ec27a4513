import { within } from "./clock";
import type { Core } from "./core";
import { looksLike, overlaps, PROOFS, rowsOf } from "./proofs";
import type { OpInput, RowPattern } from "./proofs";
import type { StatementRow } from "../operator/contract/statement";
import type { OperatorAuth, SlipRow } from "./port";
import type { MemberRecords } from "./store";
import type { Baseline, OpName, OpRecord } from "./types";

/** Rows read before a dispatch, and when looking for its proof. The difference leaves room for new rows in between. */
const BASE_ROWS = 30;
const ALL_ROWS = 100;
/** More than any number of rows: if the owed rows cannot be counted, no row proves anything. */
const OWED_UNKNOWN = 1_000_000;

const NOTHING: Baseline = { horizon: null, all: 0, good: 0, owed: 0, balances: {}, qrcodeId: null };

interface Count {
  all: number;
  /** Those that did not fail. */
  good: number;
  /** The newest one failed. */
  newestFailed: boolean;
}

/** Counts the rows that match `pattern` after `horizon`. Null if the rows do not reach back that far. */
function count(
  rows: readonly StatementRow[],
  limit: number,
  pattern: RowPattern,
  horizon: number | null,
): Count | null {
  const oldest = rows.at(-1);
  if (oldest && rows.length >= limit && (horizon === null || oldest.createdAt.getTime() > horizon)) return null;
  const like = rows.filter((row) => (horizon === null || row.createdAt.getTime() > horizon) && looksLike(pattern, row));
  const good = like.filter((row) => row.status !== "FAILED").length;
  return { all: like.length, good, newestFailed: like[0]?.status === "FAILED" };
}

/** One read with a deadline. @throws ReadFailed, TimedOut */
const read = <T>({ clock, timings }: Core, work: () => Promise<T>) => within(clock, timings.readMs, work());

async function readTwice<T>(core: Core, work: () => Promise<T>): Promise<T> {
  try {
    return await read(core, work);
  } catch {
    return await read(core, work);
  }
}

const balancesOf = async (core: Core, auth: OperatorAuth, touches: readonly string[] | null) => {
  const { wallet, accounts } = await core.operator.wallet(auth);
  const all: Record<string, number> = { ...accounts, wallet };
  return touches ? Object.fromEntries(touches.map((key) => [key, all[key] ?? 0])) : all;
};

/**
 * Reads the baseline of an operation: what the operator shows before the dispatch. Without one nothing could be proved
 * later, so if it cannot be read nothing is sent.
 * @throws ReadFailed, TimedOut
 */
export async function takeBaseline(
  core: Core,
  auth: OperatorAuth,
  records: MemberRecords,
  op: OpName,
  input: OpInput,
  fingerprint: string,
): Promise<{ base: Baseline; rows: StatementRow[]; pattern: RowPattern | null }> {
  const { evidence } = PROOFS[op];
  if (!core.rules.baseline) return { base: NOTHING, rows: [], pattern: null };
  if (evidence.by === "qr") {
    const qr = await readTwice(core, () => core.operator.qr(auth, String(input.bankCode)));
    return { base: { ...NOTHING, qrcodeId: qr.hasQrcode ? qr.qrcodeId : null }, rows: [], pattern: null };
  }
  if (evidence.by === "slips") {
    const slips = await readTwice(core, () => core.operator.slips(auth));
    const owed = core.rules.owed ? slipsOwed(records, core.clock.now() - core.timings.rowLagMs, slips) : 0;
    const newest = slips.map(({ createdAt }) => createdAt.getTime());
    const horizon = newest.length > 0 ? Math.max(...newest) : null;
    return { base: { ...NOTHING, horizon, owed }, rows: [], pattern: null };
  }
  const pattern = rowsOf(op, input).at(-1)!;
  const debtors = core.rules.owed ? debtorsOf(records, core.clock.now() - core.timings.rowLagMs, pattern) : [];
  const limit = debtors.length > 0 ? ALL_ROWS : BASE_ROWS;
  const [{ rows }, balances] = await Promise.all([
    readTwice(core, () => core.operator.statement(auth, 1, limit)),
    readTwice(core, () => balancesOf(core, auth, evidence.touches(input))),
  ]);
  const horizon = rows.length < BASE_ROWS ? null : rows[BASE_ROWS - 1]!.createdAt.getTime();
  const { all, good } = count(rows.slice(0, BASE_ROWS), BASE_ROWS, pattern, horizon) ?? { all: 0, good: 0 };
  const owed = owedOf(debtors, rows, limit, pattern, fingerprint, evidence.single);
  return { base: { horizon, all, good, owed, balances, qrcodeId: null }, rows, pattern };
}

/** Number of slips that were accepted since `since` but are not in the operator's list yet. */
const slipsOwed = (records: MemberRecords, since: number, slips: readonly SlipRow[]) =>
  records.recent.filter(({ op, state, output, finishedAt }) => {
    const { reference = null } = (output ?? {}) as { reference?: string | null };
    const listed = reference !== null && slips.some((slip) => slip.reference === reference);
    return op === "uploadSlip" && state === "done" && (finishedAt ?? 0) >= since && !listed;
  }).length;

/** Our operations whose rows may not have appeared yet and match `pattern`. */
function debtorsOf(records: MemberRecords, since: number, pattern: RowPattern): OpRecord[] {
  return records.recent.filter(
    (op) => (op.finishedAt ?? op.startedAt) >= since && rowsLeftBy(op).some((row) => overlaps(row, pattern)),
  );
}

/**
 * The rows an operation may leave. A refused one with several steps may have done all but the last; "not done" has
 * none.
 */
function rowsLeftBy(op: OpRecord): RowPattern[] {
  const rows = rowsOf(op.op, op.input as OpInput);
  if (op.state === "done" || op.state === "review") return rows;
  if (op.state !== "rejected") return [];
  const { evidence } = PROOFS[op.op];
  return evidence.by === "statement" && evidence.single ? rows.slice(0, -1) : rows;
}

/**
 * Counts the owed rows: rows like `pattern` that `debtors` have left but that have not appeared yet. This is possible
 * if all of them are the same operation and leave one row each: the last one's baseline knows how many were owed
 * before it, and the rows that have appeared since are subtracted.
 */
function owedOf(
  debtors: OpRecord[],
  rows: readonly StatementRow[],
  limit: number,
  pattern: RowPattern,
  fingerprint: string,
  single: boolean,
): number {
  const last = debtors.at(-1);
  if (!last) return 0;
  if (!single || debtors.some((op) => op.fingerprint !== fingerprint)) return OWED_UNKNOWN;
  const seen = count(rows, limit, pattern, last.base.horizon);
  return Math.max(0, last.base.owed + 1 - (seen ? seen.good - last.base.good : 0));
}

/** `absent`: no trace of the operation. `unclear`: something changed that the operation does not clearly explain. */
export type Finding = "happened" | "absent" | "unclear";

/** Looks for proof of an operation, once. @throws ReadFailed, TimedOut */
export async function findProof(core: Core, auth: OperatorAuth, op: OpRecord): Promise<Finding> {
  const { evidence } = PROOFS[op.op];
  const input = op.input as OpInput;
  if (evidence.by === "qr") {
    const qr = await read(core, () => core.operator.qr(auth, String(input.bankCode)));
    return evidence.happened(qr, op.base, input) ? "happened" : "absent";
  }
  if (evidence.by === "slips") {
    const slips = await read(core, () => core.operator.slips(auth));
    const { horizon, owed } = op.base;
    const later = slips.filter(({ createdAt }) => horizon === null || createdAt.getTime() > horizon);
    return later.length > owed ? "happened" : "absent";
  }
  const pattern = evidence.rows(input).at(-1)!;
  // The balances first: a row that appears between the reads makes the finding unclear, never falsely absent.
  const balances = await read(core, () => balancesOf(core, auth, evidence.touches(input)));
  const { rows } = await read(core, () => core.operator.statement(auth, 1, ALL_ROWS));
  const seen = count(rows, ALL_ROWS, pattern, op.base.horizon);
  if (!seen) return "unclear";
  const { base } = op;
  const paid = seen.good - base.good <= base.owed;
  if (!paid) return "happened";
  const unchanged = Object.entries(base.balances).every(([account, amount]) => (balances[account] ?? 0) === amount);
  const explained = seen.all - base.all <= base.owed || seen.newestFailed;
  return unchanged && explained ? "absent" : "unclear";
}
