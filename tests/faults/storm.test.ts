/** Kills the product several times at random moments while members use it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { reconcile } from "./reconcile";
import { startStage, type Stage } from "./stage";
import { storm } from "./storm";

const WEATHER = { members: 10, wishes: 10, kills: 6, seed: Number(process.env.FAULT_SEED ?? 20261120) };

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 60_000);

afterAll(() => stage.close());

test(
  `no transfer is lost or doubled while the product is killed (seed ${WEATHER.seed})`,
  { timeout: 600_000 },
  async () => {
    const wishes = await storm(stage, WEATHER);
    expect(wishes.flatMap(({ lies }) => lies)).toEqual([]);
    expect(wishes.filter(({ told, rows }) => rows !== (told === "done" ? 1 : 0))).toEqual([]);
    // Zero is possible: the product was killed between recording and sending.
    expect(wishes.filter(({ dispatches }) => dispatches > 1)).toEqual([]);
    process.stdout.write(
      `\n${wishes.length} transfers, ${WEATHER.kills} kills: ${wishes.filter(({ told }) => told === "done").length} done\n`,
    );
    await reconcile(stage);
  },
);
