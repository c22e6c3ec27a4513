import { describe, expect, test, vi } from "vitest";
import { simulate } from "./simulate";

// Takes seconds, or minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const NOTHING_WRONG = { violations: 0, duplicates: 0, falseDone: 0, falseNotDone: 0, uncorrected: 0 };

test("with all rules on, no money is moved twice and no page shows a wrong outcome", async () => {
  const report = await simulate({ intents: 2_400, seed: 20_261_120, crashes: 2 });
  expect(report).toMatchObject(NOTHING_WRONG);
  expect(report.done).toBeGreaterThan(report.intents / 2);
});

test("the same seed gives the same report", async () => {
  const options = { intents: 240, seed: 7, crashes: 2 };
  expect(await simulate(options)).toEqual(await simulate(options));
});

describe("the simulation notices a missing rule", () => {
  // What the others prevent is rarer: `npm run simulate -- --without RULE` shows it, and tests of the engine hold it.
  test.each(["mac", "sequence", "durable", "baseline", "claims", "quiet", "clock", "epoch", "detached"] as const)(
    "%s",
    async (without) => {
      const report = await simulate({ intents: 480, seed: 1, crashes: 3, without });
      expect(report.violations).toBeGreaterThan(0);
    },
  );
});
