/** Watches that something keeps moving. */
export interface Watch {
  /** Counts bytes that have moved. */
  moved(bytes: number): void;
  stop(): void;
}

/** The least that must move: `minBytes` in each `windowMs`. */
export interface Pace {
  windowMs: number;
  minBytes: number;
}

/** Calls `onSlow` once when less than `minBytes` have moved within a window of `windowMs`. */
export function paceWatch({ windowMs, minBytes }: Pace, onSlow: () => void): Watch {
  let moved = 0;
  const timer = setInterval(() => {
    if (moved < minBytes) {
      clearInterval(timer);
      return onSlow();
    }
    moved = 0;
  }, windowMs);
  return {
    moved: (bytes) => {
      moved += bytes;
    },
    stop: () => clearInterval(timer),
  };
}
