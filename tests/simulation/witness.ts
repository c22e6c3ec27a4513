import type { OpName, OpRecord, OpState } from "../../server/operations/types";
import { TIMINGS } from "../../server/operations/rules";
import { isUnordered } from "../../server/operations/state";
import type { SimulatedOperator } from "./operator";
import type { Scheduler } from "./scheduler";

export interface Findings {
  /** Effects in the ledger beyond one per intent. */
  duplicates: number;
  /** Reported as done, but not in the ledger. */
  falseDone: number;
  /** Reported as not done or refused, but in the ledger, then or later. */
  falseNotDone: number;
  /** Wrong at the end, although all rows have appeared and the member has come back. */
  uncorrected: number;
  /** Outcomes that were wrong for a while because rows took longer than twice the longest time seen before. */
  excused: number;
  done: number;
  reviews: number;
}

interface Verdict {
  group: string;
  opId: string;
  state: OpState | "forgotten";
  at: number;
  /** The lag that the engine had to expect then. */
  tolerated: number;
}

/** What another QR or slip has replaced leaves no trace, and nobody misses it. */
const REPLACED = new Set<OpName>(["createQr", "uploadSlip"]);

/**
 * Compares what the engine wrote with the ledger. Equal operations of a member are the same to everybody: it counts how
 * many of them were reported and how many happened.
 */
export function createWitness({ now }: Scheduler, operator: SimulatedOperator, tolerated: () => number) {
  const verdicts: Verdict[] = [];
  /** The latest state of each operation, by id. */
  const states = new Map<string, OpState>();
  const groups = new Map<string, string[]>();
  const intents = new Map<string, { op: OpName; group: string }>();
  const tolerances = new Map<string, number>();

  const names = new Map<string, OpName>();
  const isNegative = (opId: string, state: OpState | "forgotten") =>
    (state === "notdone" || state === "rejected") && !REPLACED.has(names.get(opId)!);
  const executed = (opId: string) => operator.dispatches.get(opId) ?? { executedAt: null, visibleAt: 0 };

  const lagOf = (opId: string) => {
    const { executedAt, visibleAt } = executed(opId);
    return visibleAt - (executedAt ?? visibleAt);
  };
  /** All operations that are the same as this one. */
  const equals = (opId: string) => [...groups.values()].find((ids) => ids.includes(opId)) ?? [opId];
  /** When the store lost records: an equal QR may be one of which it knows nothing any more. */
  let lostAt = -Infinity;
  /** Its record may be lost, and whose row it is cannot be told any more. */
  const isLost = (opId: string) => (operator.dispatches.get(opId)?.sentAt ?? 0) <= lostAt;

  return {
    /** What was said of operations that the store has forgotten is not said any more. */
    lose(forgotten: readonly string[]): void {
      lostAt = now();
      for (const opId of forgotten) {
        const known = verdicts.findLast((verdict) => verdict.opId === opId);
        if (known) verdicts.push({ ...known, state: "forgotten", at: now() });
        states.delete(opId);
      }
      // What was known of the lag may be lost, too.
      for (const [opId, ms] of tolerances) tolerances.set(opId, Math.min(ms, tolerated()));
    },
    wants(intent: string, op: OpName, group: string): void {
      intents.set(intent, { op, group });
    },
    wrote(memberId: string, { id, op, state, fingerprint }: OpRecord): void {
      // Cancelling what is not there is done.
      if (op === "cancelQr" || (op === "createQr" && lostAt > 0)) return;
      if (states.get(id) === state) return;
      states.set(id, state);
      names.set(id, op);
      const group = `${memberId} ${fingerprint}`;
      if (!groups.get(group)?.includes(id)) groups.set(group, [...(groups.get(group) ?? []), id]);
      verdicts.push({ group, opId: id, state, at: now(), tolerated: tolerated() });
      // What is learned later did not help then.
      if (state !== "done") tolerances.set(id, tolerated());
    },
    findings(): Findings {
      const count = { falseDone: 0, falseNotDone: 0, excused: 0 };
      const latest = new Map<string, OpState | "forgotten">();
      const known = new Map<string, Set<string>>();
      /** How many outcomes of a group were false before: [done, negative]. */
      const before = new Map<string, readonly [number, number]>();
      for (const { group, opId, state, at, tolerated: expected } of verdicts) {
        latest.set(opId, state);
        const ids = known.get(group) ?? new Set();
        known.set(group, ids.add(opId));
        const done = [...ids].filter((id) => latest.get(id) === "done").length;
        const negative = [...ids].filter((id) => isNegative(id, latest.get(id)!)).length;
        const happened = [...ids].filter((id) => executed(id).executedAt !== null).length;
        const isDone = state === "done";
        const [wasDone, wasNegative] = before.get(group) ?? [0, 0];
        const falseDone = Math.max(0, done - happenedUntil(group, ids, at));
        const falseNegative = Math.max(0, negative - (ids.size - happened));
        before.set(group, [falseDone, falseNegative]);
        if (isDone ? falseDone <= wasDone : falseNegative <= wasNegative) continue;
        // What the operator itself refused is not what was said wrongly.
        if (state === "rejected" && executed(opId).executedAt === null) continue;
        const lags = (groups.get(group) ?? []).map((id) => lagOf(id));
        if (Math.max(0, ...lags) > expected) count.excused += 1;
        else count[isDone ? "falseDone" : "falseNotDone"] += 1;
      }
      let uncorrected = 0;
      for (const ids of groups.values()) {
        if (ids.some(isLost)) continue;
        const done = ids.filter((id) => states.get(id) === "done").length;
        const negative = ids.filter((id) => isNegative(id, states.get(id)!)).length;
        const happened = ids.filter((id) => executed(id).executedAt !== null).length;
        uncorrected += Math.max(0, negative - (ids.length - happened)) + Math.max(0, done - happened);
      }
      const all = [...states.values()];
      return {
        ...count,
        uncorrected,
        duplicates: duplicates(),
        done: all.filter((state) => state === "done").length,
        reviews: verdicts.filter(({ state }) => state === "review").length,
      };
    },
  };

  /** How many of a group were executed until then, with those whose records were lost: nobody can tell them apart. */
  function happenedUntil(group: string, ids: ReadonlySet<string>, at: number): number {
    const of = (intent: string) => intents.get(intent.replace(/^forged-/, ""))?.group;
    return [...operator.dispatches].filter(
      ([id, { intent, executedAt, sentAt }]) =>
        executedAt !== null && executedAt <= at && (ids.has(id) || (sentAt <= lostAt && of(intent) === group)),
    ).length;
  }

  /** Slips and QRs move no money out: there the operator itself knows the second one. */
  function duplicates(): number {
    const effects = new Map<string, { executedAt: number; visibleAt: number; sentAt: number; opId: string }[]>();
    for (const [opId, { intent, executedAt, visibleAt, sentAt, row }] of operator.dispatches) {
      // What the bank refused is back.
      if (executedAt !== null && row?.status !== "FAILED")
        effects.set(intent, [...(effects.get(intent) ?? []), { executedAt, visibleAt, sentAt, opId }]);
    }
    let sum = 0;
    for (const [intent, happened] of effects) {
      const { op } = intents.get(intent.replace(/^forged-/, ""))!;
      if (isUnordered(op) || op === "createQr" || op === "cancelQr") continue;
      const allowed = intent.startsWith("forged-") ? 0 : 1;
      const [first, second] = happened.sort((one, other) => one.sentAt - other.sentAt);
      // Nobody could know: the row of the first one was later than any before it.
      const lag = Math.max(0, ...equals(first!.opId).map((id) => lagOf(id)));
      const late = second && lag > (tolerances.get(first!.opId) ?? TIMINGS.lagMs);
      if (!late) sum += Math.max(0, happened.length - allowed);
    }
    return sum;
  }
}
