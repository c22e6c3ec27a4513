/** The way to the operator is cut before a byte can leave: what met whoever comes next, so one member after the other. */
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

/** A connection for a reading may come between; a product that sent again by itself would never be met. */
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
  // Each has a product of its own.
  ({ op }) => (op.name === "withdraw" ? withdrawing : others),
  untilItMeets,
);

test("all money is accounted for, and nothing called for a person", () => reconcile(stage));
