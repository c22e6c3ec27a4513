/** An idle timer. */
export interface Watch {
  /** Restarts the timer. */
  touch(): void;
  stop(): void;
}

export function idleWatch(ms: number, onIdle: () => void): Watch {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const touch = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(onIdle, ms);
  };
  touch();
  return {
    touch,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
