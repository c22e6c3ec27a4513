/** A seeded random generator. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** An integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** One of the names, with a probability proportional to its weight. */
  weighted<Name extends string>(weights: Record<Name, number>): Name;
}

/** The generator mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    chance: (probability) => next() < probability,
    between,
    pick: (items) => items[between(0, items.length - 1)]!,
    weighted: <Name extends string>(weights: Record<Name, number>) => {
      let sum = 0;
      for (const name in weights) sum += weights[name];
      let left = next() * sum;
      let chosen!: Name;
      for (chosen in weights) {
        left -= weights[chosen];
        if (left < 0) break;
      }
      return chosen;
    },
  };
}

/** Derives independent seeds for the worlds of one run. */
export const seedOf = (seed: number, index: number): number =>
  Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
