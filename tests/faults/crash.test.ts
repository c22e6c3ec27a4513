/** Kills the product with SIGKILL while operations are at each step, and restarts it on the same data. */
import { afterAll, beforeAll, test } from "vitest";
import { setTimeout as sleep } from "node:timers/promises";
import { battery, lane, table } from "./battery";
import { cases, type Case } from "./cases";
import { arrive, bring, comeBack, type Victim } from "./crash-case";
import { reconcile } from "./reconcile";
import { startStage, type Stage } from "./stage";

let stage: Stage;
const victims = new Map<Case, Victim>();
const outcomes = new Map<Case, boolean>();

/** Time for a request to reach the read that delays it, in milliseconds. */
const ON_ITS_WAY_MS = 500;

async function inLane<T>(atOnce: number, items: readonly T[], work: (item: T) => Promise<void>) {
  const turn = lane(atOnce);
  await Promise.all(items.map((item) => turn(() => work(item))));
}

beforeAll(async () => {
  stage = await startStage();
  await inLane(12, cases.crashes, async (one) => void victims.set(one, await arrive(stage, one)));
  const all = [...victims.values()];
  const answered = all.filter(({ one }) => one.row.until === "answered");
  await inLane(48, answered, (victim) => bring(stage, victim));
  const others = all.filter((victim) => !answered.includes(victim));
  await inLane(48, others, (victim) => bring(stage, victim));
  await sleep(ON_ITS_WAY_MS);
  const products = (await stage.deployments()).map(({ product }) => product);
  await Promise.all(products.map((product) => product.kill("SIGKILL")));
  await stage.desk.clearFaults();
  await Promise.all(products.map((product) => product.restart()));
}, 600_000);

afterAll(async () => {
  process.stdout.write(`\n${table(outcomes)}\n`);
  await stage.close();
});

const back = lane(48);

battery(
  cases.crashes,
  outcomes,
  () => back,
  (one) => comeBack(victims.get(one)!),
);

test("the ledger is exact, and no error was logged", () => reconcile(stage));
