import { expect } from "vitest";
import type { Stage } from "./stage";

/** The final check: the ledger is exact, and no product has logged an error or lost a record. */
export async function reconcile(stage: Stage): Promise<void> {
  expect(await stage.desk.trialBalance()).toMatchObject({ exact: true, drifted: [], negative: [] });
  for (const { product } of await stage.deployments()) expect(alarms(product.output())).toEqual([]);
}

const alarms = (output: string): string[] =>
  output.split("\n").filter((line) => /^\{"level":"(error|fatal)"/.test(line));
