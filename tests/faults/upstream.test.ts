/** What an operator can do to a call, and what members do to a form: one member per case, all on the same product. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { battery, lane, table } from "./battery";
import { behaviourCase } from "./behaviours";
import { cases, type Case } from "./cases";
import { CONTROLS } from "./faults";
import { operation } from "./operations";
import { reconcile } from "./reconcile";
import { startStage, type Stage } from "./stage";
import { upstreamCase } from "./upstream-case";

const quick = lane(16);
/** These wait for most of their time. */
const slow = lane(80);

let stage: Stage;
const outcomes = new Map<Case, boolean>();

beforeAll(async () => {
  stage = await startStage();
}, 60_000);

afterAll(async () => {
  process.stdout.write(`\n${table(outcomes)}\n`);
  await stage.close();
});

battery(
  cases.upstream,
  outcomes,
  ({ row }) => (row.slow ? slow : quick),
  ({ row, op, shape }) => upstreamCase(stage, row, op, shape),
);

battery(
  cases.behaviours,
  outcomes,
  () => quick,
  ({ row, op, shape }) => behaviourCase(stage, row, op, shape),
);

test.concurrent.each([...CONTROLS])("would be noticed: $fault.what", async ({ fault, noticed }) => {
  await expect(upstreamCase(stage, fault, operation("transfer"), "plain")).rejects.toThrow(noticed);
});

test("all money is accounted for, and nothing called for a person", () => reconcile(stage));
