/** Kills the product several times at random moments while members use it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcile } from "./reconcile";
import { startStage, type Stage } from "./stage";
import { storm } from "./storm";

const WEATHER = { members: 10, transfers: 10, kills: 6, seed: Number(process.env.FAULT_SEED ?? 20261120) };

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 60_000);

afterAll(() => stage.close());

test(
  `no transfer is lost or doubled while the product is killed (seed ${WEATHER.seed})`,
  { timeout: 600_000 },
  async () => {
    const transfers = await storm(stage, WEATHER);
    expect(transfers.flatMap(({ lies }) => lies)).toEqual([]);
    expect(transfers.filter(({ state, rows }) => rows !== (state === "done" ? 1 : 0))).toEqual([]);
    // Zero is possible: the product was killed between recording and sending.
    expect(transfers.filter(({ dispatches }) => dispatches > 1)).toEqual([]);
    process.stdout.write(
      `\n${transfers.length} transfers, ${WEATHER.kills} kills: ${transfers.filter(({ state }) => state === "done").length} done\n`,
    );
    await reconcile(stage);
  },
);
