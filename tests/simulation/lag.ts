import type { Random } from "./random";
import type { Scheduler } from "./scheduler";

export interface Lag {
  /** How long a row takes to appear, in milliseconds. */
  next(row: { isAnswerLost: boolean }): number;
  /** The longest of the day before, if the deployment is not new. */
  before: number | null;
}

const LONGEST_MS = 600_000;
/** How long rows take to appear at most, where it changes every few minutes. */
const LAGS_MS = { 0: 30, 20_000: 40, 120_000: 20, [LONGEST_MS]: 10 } as const;

/** The ways in which statements lag. */
const KINDS = {
  /** Half of the rows appear late, and how late changes. */
  changing(random: Random, { after }: Scheduler): Lag {
    let longest = 0;
    const change = () => {
      longest = Number(random.weighted(LAGS_MS));
      after(random.between(120_000, 1_200_000), change);
    };
    change();
    return { before: null, next: () => (random.chance(0.5) ? random.between(0, longest) : 0) };
  },
  /** All rows appear late, which a deployment of yesterday knows. */
  steady(random: Random): Lag {
    const longest = random.pick([LONGEST_MS / 2, LONGEST_MS]);
    return {
      before: random.chance(0.8) ? longest : null,
      next: () => random.between(longest / 2, longest),
    };
  },
  /** What is in trouble loses answers and notes rows late. No row of a success says so. */
  troubled: (random: Random): Lag => ({
    before: null,
    next: ({ isAnswerLost }) => random.between(0, isAnswerLost ? LONGEST_MS : 5_000),
  }),
};

export const createLag = (scheduler: Scheduler, random: Random): Lag =>
  KINDS[random.weighted({ changing: 70, steady: 12, troubled: 18 })](random, scheduler);
