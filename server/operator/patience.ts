/** The time that one page may wait for its reads, however many it makes one after another. */
export interface Patience {
  /** Milliseconds left. */
  left(): number;
  /** Runs a read. Time in which several run counts once. */
  during<T>(read: () => Promise<T>): Promise<T>;
}

/** @param now monotonic milliseconds */
export function createPatience(ms: number, now: () => number = () => performance.now()): Patience {
  let spent = 0;
  let running = 0;
  let since = 0;
  return {
    left: () => Math.max(0, ms - spent - (running > 0 ? now() - since : 0)),
    async during(read) {
      if (running === 0) since = now();
      running += 1;
      try {
        return await read();
      } finally {
        running -= 1;
        if (running === 0) spent += now() - since;
      }
    },
  };
}
