import { WALLET } from "../../server/operator/contract/transfer";
import type { OpInput } from "../../server/operations/proofs";
import type { Rules } from "../../server/operations/rules";
import type { OpName, OpState } from "../../server/operations/types";
import { createDeployment } from "./deployment";
import { createOperator } from "./operator";
import { createPerson } from "./person";
import type { Intent } from "./person";
import { createRandom } from "./random";
import type { Random } from "./random";
import { createScheduler } from "./scheduler";

export const MEMBERS = 4;
export const INTENTS = 6;

/** Time after the last member has finished, for operations still in flight. */
const AFTERMATH_MS = 700_000;
const START = Date.UTC(2026, 0, 1);

export interface Findings {
  /** Effects in the ledger beyond one per operation. */
  duplicates: number;
  /** Reported as done, but not in the ledger. */
  falseDone: number;
  /** Reported as not done or refused, but in the ledger, then or later. */
  falseNotDone: number;
  done: number;
  reviews: number;
}

export interface World {
  /** Runs the next event; false at the end. */
  step(): boolean;
  findings(): Findings;
}

const AMOUNTS = [100_00, 200_00] as const;

function intentOf(random: Random): { op: OpName; input: OpInput } {
  const amount = random.pick(AMOUNTS);
  const op = random.weighted({ transfer: 60, transferAll: 6, withdraw: 20, withdrawAll: 14 });
  switch (op) {
    case "transfer":
      return { op, input: { ...random.pick(ROUTES), amount } };
    case "transferAll":
      return { op, input: { to: random.pick([WALLET, "PG"]) } };
    default:
      return { op, input: { amount } };
  }
}

const ROUTES = [
  { from: WALLET, to: "PG" },
  { from: WALLET, to: "PG" },
  { from: "PG", to: WALLET },
  { from: "PG", to: "JOKER" },
];

/** Four members with six operations each, some of them equal, on one deployment that is killed `crashes` times. */
export function createWorld(seed: number, crashes: number, rules: Partial<Rules>): World {
  const random = createRandom(seed);
  const scheduler = createScheduler(START);
  const operator = createOperator(scheduler, random);
  const verdicts: { opId: string; state: OpState; at: number }[] = [];
  const deployment = createDeployment(scheduler, random, operator.port, rules, (opId, state) =>
    verdicts.push({ opId, state, at: scheduler.now() }),
  );
  const surroundings = { scheduler, random, deployment, operator };
  let end = Infinity;

  async function live(memberId: string) {
    const pursue = createPerson(memberId, surroundings);
    let intent = intentOf(random);
    for (let i = 0; i < INTENTS; i += 1) {
      if (!random.chance(0.6)) intent = intentOf(random);
      if (random.chance(0.1)) operator.deposit(memberId, random.between(1, 500) * 1_00);
      const one: Intent = { ...intent, id: `${memberId}-${i}` };
      await pursue(one);
      await scheduler.sleep(random.between(500, 30_000));
    }
  }

  const members = Array.from({ length: MEMBERS }, (_, i) => live(`m${i}`));
  void Promise.all(members).then(() => (end = scheduler.now() + AFTERMATH_MS));
  for (let i = 0; i < crashes; i += 1) {
    scheduler.after(random.between(1_000, 300_000), () => {
      if (random.chance(0.3)) deployment.wipe();
      deployment.crash();
    });
  }

  return {
    step: () => scheduler.now() < end && scheduler.step(),
    findings() {
      const effects = new Map<string, number>();
      for (const { intent, executedAt } of operator.dispatches.values()) {
        if (executedAt !== null) effects.set(intent, (effects.get(intent) ?? 0) + 1);
      }
      const allowed = (intent: string) => (intent.startsWith("forged-") ? 0 : 1);
      const duplicates = [...effects].reduce((sum, [intent, count]) => sum + Math.max(0, count - allowed(intent)), 0);
      const truth = (opId: string) => operator.dispatches.get(opId)?.executedAt ?? null;
      const isFalse = ({ opId, state, at }: (typeof verdicts)[number]) => {
        const executedAt = truth(opId);
        return state === "done" ? executedAt === null || executedAt > at : executedAt !== null;
      };
      const wrong = (...states: OpState[]) =>
        verdicts.filter((verdict) => states.includes(verdict.state) && isFalse(verdict)).length;
      return {
        duplicates,
        falseDone: wrong("done"),
        falseNotDone: wrong("notdone", "rejected"),
        done: verdicts.filter(({ state }) => state === "done").length,
        reviews: verdicts.filter(({ state }) => state === "review").length,
      };
    },
  };
}
