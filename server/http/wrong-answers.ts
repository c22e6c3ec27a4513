import type { RateLimiterAbstract } from "rate-limiter-flexible";

/** Limit of wrong answers. Times in seconds. */
export interface WrongRule {
  /** Wrong answers that are allowed in `duration`. */
  points: number;
  duration: number;
  /** How long the key is blocked after that: the first time, the second time, and so on; the last one repeats. */
  blocks: readonly number[];
}

/** Makes a limiter: keys of this name, forgotten after `duration` seconds. */
export type MakeLimiter = (name: string, rule: { points: number; duration: number }) => RateLimiterAbstract;

/** Longer than any call, in seconds: a process that is killed during a call gives its point back so late. */
const CALL = 120;

/** How long earlier blocks of a key make the next one longer, in seconds. */
const MEMORY = 24 * 60 * 60;

/** The wait, in seconds, if only tries without an answer use up the points. */
const SOON = 10;

/**
 * Counts wrong answers. A try takes a point before its call, so that parallel tries cannot exceed the limit, and gives
 * it back after the call; a wrong answer then counts for good.
 */
export function createTally(make: MakeLimiter, name: string, { points, duration }: Omit<WrongRule, "blocks">) {
  const begun = make(`${name}Begun`, { points, duration: CALL });
  const wrong = make(`${name}Wrong`, { points, duration });
  return {
    /** The wrong answers so far. */
    wrongs: async (key: string) => (await wrong.get(key))?.consumedPoints ?? 0,
    /** Takes a point. @returns the points in use, including this one, and those of them that are wrong answers */
    async begin(key: string) {
      const { consumedPoints } = await begun.penalty(key, 1);
      const counted = await wrong.get(key);
      const wrongs = counted?.consumedPoints ?? 0;
      return { used: consumedPoints + wrongs, wrongs, restMs: counted?.msBeforeNext ?? 0 };
    },
    /** @returns the wrong answers so far; 0 if this one is not wrong */
    async end(key: string, isWrong: boolean): Promise<number> {
      // The wrong answer counts before the point is given back: in between no other try may see a free point.
      const wrongs = isWrong ? (await wrong.penalty(key, 1)).consumedPoints : 0;
      const { consumedPoints } = await begun.reward(key, 1);
      // The point was forgotten before its call ended: without this the key would have a point more than allowed.
      if (consumedPoints < 0) await begun.delete(key);
      return wrongs;
    },
    forget: (key: string) => wrong.delete(key),
  };
}

/** A limit of wrong answers that blocks, each time for longer. `pointsNow`: the points while the store is unreachable. */
export function createGate(
  make: MakeLimiter,
  name: string,
  rule: WrongRule,
  pointsNow: (points: number) => number = (points) => points,
) {
  const tally = createTally(make, name, rule);
  const blocked = make(`${name}Blocked`, { points: 1, duration: MEMORY });
  const earlier = make(`${name}Earlier`, { points: 1, duration: MEMORY });
  return {
    /** Takes a point. @returns null, or the seconds until the next try; then no point is taken */
    async begin(key: string): Promise<number | null> {
      const { used, wrongs, restMs } = await tally.begin(key);
      // Read last: a block is set before its wrong answers are forgotten.
      const block = await blocked.get(key);
      const isBlocked = block !== null && block.consumedPoints > 0;
      const points = pointsNow(rule.points);
      if (!isBlocked && used <= points) return null;
      await tally.end(key, false);
      if (isBlocked) return seconds(block.msBeforeNext);
      return wrongs >= points ? seconds(restMs) : SOON;
    },
    async end(key: string, isWrong: boolean): Promise<void> {
      const wrongs = await tally.end(key, isWrong);
      if (wrongs !== pointsNow(rule.points)) return;
      const { consumedPoints } = await earlier.penalty(key, 1);
      const customDuration = rule.blocks[Math.min(consumedPoints, rule.blocks.length) - 1]!;
      // Not `block`: while Redis is unreachable the library writes it under another key than `get` reads.
      await blocked.penalty(key, 1, { customDuration });
      await tally.forget(key);
    },
  };
}

/** As `Retry-After` says it. */
export const seconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));
