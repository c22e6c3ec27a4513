import { WALLET } from "../operator/contract/transfer";
import { explained, type Ledger } from "./balances";
import { within } from "./clock";
import type { Core } from "./core";
import { isGathering, legsOf, PROOFS, tookPlace } from "./proofs";
import type { OpInput, RowPattern } from "./proofs";
import type { Json } from "./json";
import type { OperatorAuth, SlipRow } from "./port";
import { newestRows, rowsSince } from "./read-rows";
import { marked, seenAs, type MarkedRow } from "./rows";
import { ReadFailed } from "./port";
import type { MemberRecords } from "./records";
import type { Baseline, OpName, OpRecord } from "./types";

/** Rows that a baseline remembers. */
const BASE_ROWS = 30;
/** How far the operator's clock may be off where it does not tell its time, and where it does, in milliseconds. */
const UNKNOWN_SLACK_MS = 5 * 60_000;
export const KNOWN_SLACK_MS = 30_000;
/** The slips that were accepted in this time may not be listed yet. */
const SLIP_LAG_MS = 120_000;

const NOTHING: Baseline = {
  at: 0,
  slack: UNKNOWN_SLACK_MS,
  horizon: null,
  seen: [],
  balances: {},
  qrcodeId: null,
  owed: 0,
};

/** One read with a deadline. @throws ReadFailed, TimedOut */
export const read = <T>({ clock, timings }: Core, work: () => Promise<T>) => within(clock, timings.readMs, work());

async function readTwice<T>(core: Core, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    return await work();
  }
}

/** Balances that could be read, by account, the operator's time, and where it pays withdrawals to. */
export async function balancesOf(core: Core, auth: OperatorAuth) {
  const { wallet, accounts, at, bank } = await read(core, () => core.operator.wallet(auth));
  const all = { ...accounts, [WALLET]: wallet };
  const known = Object.entries(all).filter((entry): entry is [string, number] => entry[1] !== null);
  return { balances: Object.fromEntries(known), at, bank };
}

export interface Taken {
  base: Baseline;
  /** The newest rows, for operations whose proof is in the statement. */
  rows: MarkedRow[];
  /** What the operation would leave. */
  pattern: RowPattern | null;
}

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
): Promise<Taken> {
  const { evidence } = PROOFS[op];
  if (!core.rules.baseline) return { base: NOTHING, rows: [], pattern: null };
  if (evidence.by === "qr") {
    const qr = await readTwice(core, () => read(core, () => core.operator.qr(auth, String(input.bankCode))));
    // Whether it was paid meanwhile shows in the statement. Cancelling does not depend on that.
    const shown = op === "cancelQr" ? await shownNow(core, auth, records).catch(() => null) : null;
    const open = qr.hasQrcode ? { qrcodeId: qr.qrcodeId, qrAmount: qr.amount } : {};
    return { base: { ...NOTHING, ...shown?.base, ...open }, rows: [], pattern: null };
  }
  if (evidence.by === "prizes") {
    const prizes = await readTwice(core, () => read(core, () => core.operator.prizes(auth)));
    // A deposit brings coins.
    const { base } = await readTwice(core, () => shownNow(core, auth, records));
    const coupons = prizes.coupons.map(({ id }) => id);
    return { base: { ...base, prizes: { coins: prizes.coins, coupons } }, rows: [], pattern: null };
  }
  if (evidence.by === "slips") {
    const slips = await readTwice(core, () => read(core, () => core.operator.slips(auth)));
    const owed = slipsOwed(records, records.at - SLIP_LAG_MS, slips);
    const newest = slips.map(({ createdAt }) => createdAt.getTime());
    const horizon = newest.length > 0 ? Math.max(...newest) : null;
    return { base: { ...NOTHING, horizon, owed }, rows: [], pattern: null };
  }
  const [{ base, rows, bank }, condition] = await Promise.all([
    readTwice(core, () => shownNow(core, auth, records)),
    readTwice(core, () => conditionNow(core, auth, op, input)),
  ]);
  if (condition !== undefined) base.condition = condition;
  if (bank && (op === "withdraw" || op === "withdrawAll")) base.bank = bank;
  return { base, rows, pattern: legsOf({ op, input, base }).at(-1) ?? null };
}

/** The newest rows and all balances. @throws ReadFailed, TimedOut */
async function shownNow(core: Core, auth: OperatorAuth, records: MemberRecords) {
  const [shown, { balances, at, bank }] = await Promise.all([
    newestRows(core, auth, BASE_ROWS),
    balancesOf(core, auth),
  ]);
  if (!shown || balances[WALLET] === undefined) throw new ReadFailed("operator", "a row or a balance is unreadable");
  const rows = marked(shown);
  const known = rows.slice(0, BASE_ROWS);
  const horizon = rows.length < BASE_ROWS ? null : known.at(-1)!.createdAt.getTime();
  const base: Baseline = {
    ...NOTHING,
    ...(at === null ? { at: records.at } : { at, slack: KNOWN_SLACK_MS }),
    horizon,
    seen: known.filter(({ createdAt }) => horizon === null || createdAt.getTime() > horizon).map(seenAs),
    balances,
  };
  return { base, rows, bank };
}

/** The condition that an operation changes; undefined if it has none. @throws ReadFailed, TimedOut */
const conditionNow = async (core: Core, auth: OperatorAuth, op: OpName, input: OpInput) => {
  const { evidence } = PROOFS[op];
  if (evidence.by !== "statement" || !evidence.condition) return undefined;
  return read(core, () => evidence.condition!(core.operator, auth, input));
};

/** Number of slips that were accepted since `since` but are not in the operator's list yet. */
const slipsOwed = (records: MemberRecords, since: number, slips: readonly SlipRow[]) =>
  records.recent.filter(({ op, state, output, finishedAt }) => {
    const { reference = null } = (output ?? {}) as { reference?: string | null };
    const listed = reference !== null && slips.some((slip) => slip.reference === reference);
    return op === "uploadSlip" && state === "done" && (finishedAt ?? 0) >= since && !listed;
  }).length;

/** What the operator shows about an operation now. */
export interface Sight {
  rows: MarkedRow[] | null;
  balances: Record<string, number>;
  condition?: boolean;
}

/**
 * Reads the rows since the baseline, and the balances. The balances first: a row that appears in between makes the
 * finding unclear, never falsely absent.
 * @throws ReadFailed, TimedOut
 */
export async function lookAt(core: Core, auth: OperatorAuth, { op, input, base }: OpRecord): Promise<Sight> {
  const [{ balances }, condition] = await Promise.all([
    balancesOf(core, auth),
    conditionNow(core, auth, op, input as OpInput),
  ]);
  const rows = await rowsSince(core, auth, base.horizon);
  return { rows: rows && marked(rows), balances, condition };
}

/**
 * `absent`: no trace of the operation. `partly`: it ended after some of its steps. `unclear`: something changed that the
 * operation does not clearly explain.
 */
export type Finding = "happened" | "partly" | "absent" | "unclear";

/**
 * What rows and balances together say about an operation. Its own rows are those it has claimed.
 * @param records the member's operations, with their rows
 */
export function findByRows(
  core: Core,
  records: Pick<MemberRecords, "recent" | "taken">,
  op: OpRecord,
  sight: Sight,
): Finding {
  const { rows, balances, condition } = sight;
  const { evidence } = PROOFS[op.op];
  const change = (account: string) => balances[account]! - op.base.balances[account]!;
  if (!rows || !op.base.seen || Number.isNaN(change(WALLET)) || evidence.by !== "statement") return "unclear";
  const claims = op.rows ?? [];
  const own = new Set(claims.map(({ mark }) => mark));
  // Another process has read the statement since, and it shows more.
  if (rows.filter(({ mark }) => own.has(mark)).length < own.size) return "unclear";
  const ended = records.recent.filter(
    ({ state, id, finishedAt }) => state === "done" && id !== op.id && (finishedAt ?? Infinity) <= op.startedAt,
  );
  const before = ended.flatMap(({ rows: known = [] }) => known.map(({ mark }) => mark));
  const earlier = new Set([...records.taken, ...before]);
  const ledger: Ledger = { base: op.base, rows, own, earlier };
  if (core.rules.agree && !explained(ledger, WALLET, change(WALLET))) return "unclear";
  const legs = legsOf(op);
  const moved = (leg: number) => claims.some((row) => row.leg === leg && tookPlace(row, legs[leg]!));
  // A game that has become empty had nothing to collect.
  const isOver = (pattern: RowPattern, leg: number) =>
    moved(leg) || (isGathering(pattern) && balances[String(pattern.from)] === 0);
  const count = legs.filter((_, leg) => moved(leg)).length;
  // A game's balance changes when it is played, but hardly by just what the operation would have moved.
  const isMoved = (account: string, amount: number) =>
    explained(ledger, account, change(account) - amount) && !explained(ledger, account, change(account));
  const moves = gamesMoved(legs);
  const hasChanged = op.base.condition !== undefined && condition !== op.base.condition;
  // The prize of a coupon that is gone may be a thing. One that has come back was not claimed.
  if (legs.length === 0) return hasChanged && !condition ? "happened" : "absent";
  if (count === 0) {
    if (hasChanged) return "unclear";
    const looksMoved = moves.length > 0 && moves.every(([game, amount]) => isMoved(game, amount));
    return core.rules.agree && looksMoved ? "unclear" : "absent";
  }
  // The row of an equal operation just before it looks the same; a game that has not moved tells.
  const others = { ...ledger, own: new Set<string>() };
  const stayed = ([game]: [string, number]) =>
    !explained(ledger, game, change(game)) && explained(others, game, change(game));
  if (core.rules.agree && moves.some(stayed)) return "unclear";
  if (!legs.every(isOver)) return "partly";
  const stays = Object.entries(op.base.balances).every(([account, amount]) => (balances[account] ?? amount) === amount);
  return core.rules.agree && evidence.moves && legs.length > 1 && stays ? "unclear" : "happened";
}

/** By how much the legs change the balances of games, in minor units. */
const gamesMoved = (legs: readonly RowPattern[]): [string, number][] =>
  legs.flatMap(({ from, to, amount }): [string, number][] => {
    if (typeof amount !== "number") return [];
    const ends: [Json | undefined, number][] = [
      [from, -amount],
      [to, amount],
    ];
    return ends.filter((end): end is [string, number] => typeof end[0] === "string" && end[0] !== WALLET);
  });
