import { seedOf } from "./random";
import { createWorld, MEMBERS, INTENTS } from "./world";
import type { World } from "./world";
import type { Findings } from "./witness";
import type { WorldRules } from "./deployment";

export interface SimulationOptions {
  intents: number;
  seed: number;
  /** The rule that is switched off. */
  without?: keyof WorldRules;
  /** How often each world's server is killed; sometimes its records are lost. */
  crashes?: number;
  /** Ends when a world shows this. */
  until?: keyof Findings;
}

export interface Report extends Findings {
  intents: number;
  violations: number;
  /** Index of the first world with a violation; its seed is `seedOf(seed, firstWorld)`. */
  firstWorld: number | null;
}

/** Worlds that run in parallel: they share nothing but the macrotask between two events. */
const ABREAST = 4;

const macrotask = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Runs the real engine in as many worlds as `intents` needs. The same options give the same report. */
export async function simulate(options: SimulationOptions): Promise<Report> {
  const { intents, seed, without, crashes = 1, until } = options;
  const worlds = Math.ceil(intents / (MEMBERS * INTENTS));
  const rules = without ? { [without]: false } : {};
  const report: Report = {
    intents: worlds * MEMBERS * INTENTS,
    violations: 0,
    duplicates: 0,
    falseDone: 0,
    falseNotDone: 0,
    uncorrected: 0,
    excused: 0,
    done: 0,
    reviews: 0,
    firstWorld: null,
  };

  const count = (index: number, world: World) => {
    const findings = world.findings();
    const { duplicates, falseDone, falseNotDone, uncorrected } = findings;
    const violations = duplicates + falseDone + falseNotDone + uncorrected;
    if (violations > 0 && (report.firstWorld === null || index < report.firstWorld)) report.firstWorld = index;
    report.violations += violations;
    for (const name of Object.keys(findings) as (keyof Findings)[]) report[name] += findings[name];
  };

  let next = 0;
  const running = new Map<number, World>();
  const isEnough = () => until !== undefined && report[until] > 0;
  while ((next < worlds || running.size > 0) && !isEnough()) {
    while (running.size < ABREAST && next < worlds) {
      running.set(next, createWorld(seedOf(seed, next), crashes, rules));
      next += 1;
    }
    for (const [index, world] of running) {
      if (world.step()) continue;
      running.delete(index);
      count(index, world);
    }
    await macrotask();
  }
  return report;
}
