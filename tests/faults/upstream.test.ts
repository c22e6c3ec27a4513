/** Faults of the operator, and behaviours of members: one member per case, all with the same product. */
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
/** Slow cases mostly wait. */
const slow = lane(80);
/** The code of each slip is read, which takes a core. */
const uploads = lane(6);
const laneOf = ({ op, row }: Case) => (row.slow ? slow : op.name === "uploadSlip" ? uploads : quick);

let stage: Stage;
const outcomes = new Map<Case, boolean>();

beforeAll(async () => {
  stage = await startStage();
}, 60_000);

afterAll(async () => {
  process.stdout.write(`\n${table(outcomes)}\n`);
  await stage.close();
});

battery(cases.upstream, outcomes, laneOf, ({ row, op, shape }) => upstreamCase(stage, row, op, shape));

battery(cases.behaviours, outcomes, laneOf, ({ row, op, shape }) => behaviourCase(stage, row, op, shape));

test.concurrent.each([...CONTROLS])("notices $fault.what", async ({ fault, noticed }) => {
  await expect(upstreamCase(stage, fault, operation("transfer"), "plain")).rejects.toThrow(noticed);
});

test("the ledger is exact, and no error was logged", () => reconcile(stage));
