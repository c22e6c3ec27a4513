/** The engine's clock; the simulation replaces it. */
export interface Clock {
  /** Wall clock, epoch milliseconds. */
  now(): number;
  /** Monotonic milliseconds, for durations. Without it the wall clock is used. */
  monotonic?(): number;
  sleep(ms: number): Promise<void>;
  /** Acts in `ms` milliseconds, unless what it returns is called before. */
  after(ms: number, act: () => void): () => void;
}

/** The system clock. Waiting does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms).unref()),
  after(ms, act) {
    const timer = setTimeout(act, ms).unref();
    return () => clearTimeout(timer);
  },
};

export class TimedOut extends Error {}

/** Awaits `work` for at most `ms` milliseconds. The work itself is not canceled. @throws TimedOut */
export const within = <T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new TimedOut(`no answer in ${ms} ms`)));
    work.then(
      (value) => (cancel(), resolve(value)),
      (error: Error) => (cancel(), reject(error)),
    );
  });
