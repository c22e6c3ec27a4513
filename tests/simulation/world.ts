import { WALLET } from "../../server/operator/contract/transfer";
import { fingerprintOf, type OpInput } from "../../server/operations/proofs";
import { TIMINGS } from "../../server/operations/rules";
import type { OpName } from "../../server/operations/types";
import { createDeployment, type WorldRules } from "./deployment";
import { createOperator } from "./operator";
import { createPerson } from "./person";
import type { Intent } from "./person";
import { createRandom } from "./random";
import type { Random } from "./random";
import { createScheduler } from "./scheduler";
import { createWitness, type Findings } from "./witness";

export const MEMBERS = 4;
export const INTENTS = 24;

/** Time after the last member has finished, for operations still in flight and rows that have not appeared. */
const AFTERMATH_MS = 1_500_000;
const START = Date.UTC(2026, 0, 1);

export interface World {
  /** Runs the next event; false at the end. */
  step(): boolean;
  findings(): Findings;
}

/** Half of all intents have an amount that others have too. */
const amountOf = (random: Random) =>
  random.chance(0.5) ? random.pick([100_00, 200_00]) : random.between(50, 400) * 1_00;

function intentOf(random: Random): { op: OpName; input: OpInput } {
  const amount = amountOf(random);
  const op = random.weighted<OpName>({
    transfer: 50,
    transferAll: 8,
    withdraw: 18,
    withdrawAll: 10,
    addToWallet: 4,
    submitTruelink: 3,
    createQr: 3,
    cancelQr: 2,
    uploadSlip: 2,
    receiveInviteBonus: 2,
    receiveRefund: 2,
    addRefundToWallet: 1,
    activateBonus: 4,
    clearBonus: 3,
    activatePromotion: 2,
    spin: 6,
    claimCoupon: 5,
  });
  switch (op) {
    case "transfer":
      return { op, input: { ...random.pick(ROUTES), amount } };
    case "transferAll":
      return { op, input: { to: random.pick([WALLET, "PG"]) } };
    case "submitTruelink":
      return { op, input: { linkHash: String(random.between(1, 1_000_000)) } };
    case "createQr":
      return { op, input: { bankCode: "KBANK", amount } };
    case "cancelQr":
      return { op, input: { bankCode: "KBANK", qrcodeId: "any" } };
    case "uploadSlip":
      return { op, input: { bankCode: "KBANK", head: String(random.between(1, 1_000_000)) } };
    case "activateBonus":
    case "activatePromotion":
      return { op, input: { code: random.pick(["WELCOME", "WEEKLY"]) } };
    case "claimCoupon":
      return { op, input: { coupon: String(random.between(1, 1_000_000)), amount: random.pick([0, amount]) } };
    case "spin":
    case "clearBonus":
      return { op, input: {} };
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

/**
 * Four members with 24 operations each, some of them equal, on one deployment that is killed `crashes` times. Wall clocks
 * jump, and the store fails over to a replica that lags.
 */
export function createWorld(seed: number, crashes: number, rules: Partial<WorldRules>): World {
  const random = createRandom(seed);
  const scheduler = createScheduler(START);
  const operator = createOperator(scheduler, random);
  const witness = createWitness(scheduler, operator, () => Math.max(TIMINGS.lagMs, 2 * deployment.lagSeen()));
  const deployment = createDeployment(scheduler, random, operator, rules, witness.wrote);
  const surroundings = { scheduler, random, deployment, operator };
  let end = Infinity;

  async function live(memberId: string) {
    const person = createPerson(memberId, surroundings);
    let intent = intentOf(random);
    for (let i = 0; i < INTENTS; i += 1) {
      if (!random.chance(0.6)) intent = intentOf(random);
      if (random.chance(0.1)) operator.deposit(memberId, amountOf(random));
      if (i === 0 && random.chance(0.5)) {
        // Just before, the same was done in another app. Its amount tells it from all other intents.
        intent = { op: "transfer", input: { ...random.pick(ROUTES), amount: 500_00 } };
        operator.transferElsewhere(memberId, intent.input);
        await scheduler.sleep(random.between(0, 20_000));
      }
      if (intent.op === "claimCoupon") operator.giveCoupon(memberId, String(intent.input.coupon));
      const one: Intent = { ...intent, id: `${memberId}-${i}` };
      witness.wants(one.id, intent.op, `${memberId} ${fingerprintOf(intent.op, intent.input)}`);
      await person.pursue(one);
      await scheduler.sleep(random.between(500, 30_000));
    }
    // Every outcome that rows contradict is corrected by then.
    for (let visits = 0; visits < 4; visits += 1) {
      await scheduler.sleep(AFTERMATH_MS / 4);
      await person.visit();
    }
  }

  const members = Array.from({ length: MEMBERS }, (_, i) => live(`m${i}`));
  void Promise.all(members).then(() => (end = scheduler.now() + 60_000));
  const crash = () => {
    const lost = (forgotten: readonly string[]) => {
      witness.lose(forgotten);
      deployment.crash();
    };
    switch (random.weighted({ none: 50, wipe: 20, failOver: 30 })) {
      case "none":
        return deployment.crash();
      case "wipe":
        deployment.wipe();
        return lost([]);
      case "failOver":
        return deployment.failOver(lost);
    }
  };
  for (let i = 0; i < crashes; i += 1) scheduler.after(random.between(1_000, INTENTS * 50_000), crash);
  const stepClock = () => {
    deployment.stepClock();
    scheduler.after(random.between(120_000, 900_000), stepClock);
  };
  scheduler.after(random.between(1_000, 300_000), stepClock);

  return {
    step: () => scheduler.now() < end && scheduler.step(),
    findings: () => witness.findings(),
  };
}
