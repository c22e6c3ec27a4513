import { expect } from "vitest";
import type { Stage } from "./stage";

/** At the end of everything: all money is where the ledger says, and no product had to call for a person or lost a record. */
export async function reconcile(stage: Stage): Promise<void> {
  expect(await stage.desk.trialBalance()).toMatchObject({ exact: true, drifted: [], negative: [] });
  for (const { product } of await stage.deployments()) expect(alarms(product.output())).toEqual([]);
}

/** pino's level of errors. */
const ERROR = 50;

const alarms = (output: string): string[] =>
  output.split("\n").filter((line) => Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0) >= ERROR);
