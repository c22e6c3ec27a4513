import { expect, test, vi } from "vitest";
import type { WorldRules } from "./deployment";
import { simulate } from "./simulate";
import type { Findings } from "./witness";

// Takes seconds, or minutes on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const NOTHING_WRONG = { violations: 0, duplicates: 0, falseDone: 0, falseNotDone: 0, uncorrected: 0 };

test("with all rules on, no money is moved twice and no page shows a wrong outcome", async () => {
  const report = await simulate({ intents: 2_400, seed: 20_261_120, crashes: 2 });
  expect(report).toMatchObject(NOTHING_WRONG);
  expect(report.done).toBeGreaterThan(report.intents / 2);
});

test("the same seed gives the same report", async () => {
  const options = { intents: 192, seed: 7, crashes: 2 };
  expect(await simulate(options)).toEqual(await simulate(options));
});

/** What shows that a rule is missing, and a seed whose first worlds show it; more are asked until one does. */
const MISSED: Record<keyof WorldRules, { seed: number; shows: keyof Findings }> = {
  mac: { seed: 1, shows: "duplicates" },
  sequence: { seed: 1, shows: "duplicates" },
  durable: { seed: 1, shows: "duplicates" },
  baseline: { seed: 1, shows: "duplicates" },
  claims: { seed: 1, shows: "falseDone" },
  agree: { seed: 2, shows: "uncorrected" },
  quiet: { seed: 1, shows: "falseNotDone" },
  lag: { seed: 5, shows: "falseNotDone" },
  total: { seed: 2, shows: "duplicates" },
  correct: { seed: 6, shows: "uncorrected" },
  clock: { seed: 1, shows: "falseNotDone" },
  epoch: { seed: 1, shows: "duplicates" },
  detached: { seed: 1, shows: "falseNotDone" },
  history: { seed: 1, shows: "falseDone" },
};

test.each(Object.entries(MISSED) as [keyof WorldRules, (typeof MISSED)[keyof WorldRules]][])(
  "the simulation notices that a rule is missing: %s",
  async (without, { seed, shows }) => {
    const report = await simulate({ intents: 48_000, seed, crashes: 2, without, until: shows });
    expect(report[shows]).toBeGreaterThan(0);
  },
);
