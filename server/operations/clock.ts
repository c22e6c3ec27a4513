/** The engine's clock; the simulation replaces it. */
export interface Clock {
  /** Wall clock, epoch milliseconds. */
  now(): number;
  /** Monotonic milliseconds, for durations. Without it the wall clock is used. */
  monotonic?(): number;
  sleep(ms: number): Promise<void>;
}

/** The system clock. Sleeping does not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms).unref()),
};

export class TimedOut extends Error {}

/** Awaits `work` for at most `ms` milliseconds. The work itself is not canceled. @throws TimedOut */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  let answered = false;
  const answer = work.finally(() => (answered = true));
  const deadline = clock.sleep(ms).then((): Promise<never> => {
    if (answered) return new Promise(() => {});
    throw new TimedOut(`no answer in ${ms} ms`);
  });
  return Promise.race([answer, deadline]);
}
