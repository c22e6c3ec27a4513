/** Network faults before a byte is sent. They affect the next request of any member, so members run one at a time. */
import { afterAll, beforeAll, test } from "vitest";
import { battery, lane, table } from "./battery";
import { cases, type Case } from "./cases";
import { reconcile } from "./reconcile";
import { startStage, type Stage } from "./stage";
import { Missed, upstreamCase } from "./upstream-case";

const withdrawing = lane(1);
const others = lane(1);

const TRIES = 4;

let stage: Stage;
const outcomes = new Map<Case, boolean>();

beforeAll(async () => {
  stage = await startStage();
}, 60_000);

afterAll(async () => {
  process.stdout.write(`\n${table(outcomes)}\n`);
  await stage.close();
});

/** Repeats a case whose fault hit a read instead of the operation. */
async function untilItMeets({ row, op, shape }: (typeof cases.network)[number]) {
  for (let tries = TRIES; ; tries -= 1) {
    try {
      return await upstreamCase(stage, row, op, shape);
    } catch (error) {
      if (!(error instanceof Missed) || tries === 1) throw error;
    }
  }
}

battery(
  cases.network,
  outcomes,
  // Each lane has its own product.
  ({ op }) => (op.name === "withdraw" ? withdrawing : others),
  untilItMeets,
);

test("the ledger is exact, and no error was logged", () => reconcile(stage));
