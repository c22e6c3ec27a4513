/** Counts what is open, by key, and refuses more than `most` of one key. */
export interface Caps {
  isFull(keys: readonly string[]): boolean;
  /** @returns false if one of the keys has no room: nothing is counted then */
  take(keys: readonly string[]): boolean;
  give(keys: readonly string[]): void;
}

/** @param mostOf the cap of a key */
export function createCaps(mostOf: (key: string) => number): Caps {
  const open = new Map<string, number>();
  const isFull = (keys: readonly string[]) => keys.some((key) => (open.get(key) ?? 0) >= mostOf(key));
  return {
    isFull,
    take(keys) {
      if (isFull(keys)) return false;
      for (const key of keys) open.set(key, (open.get(key) ?? 0) + 1);
      return true;
    },
    give(keys) {
      for (const key of keys) {
        const left = (open.get(key) ?? 0) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      }
    },
  };
}
