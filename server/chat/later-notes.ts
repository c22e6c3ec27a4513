/** Notes the newest time of each owner a little later, once for many: what calls it does not wait for a store. */
export interface LaterNotes {
  /** @param at epoch milliseconds */
  note(owner: string, at: number): void;
  /** Notes now what waits; resolves once all is written. */
  flush(): Promise<void>;
}

/** @param delayMs how long the first note of many waits, in milliseconds */
export function createLaterNotes(write: (owner: string, at: number) => Promise<void>, delayMs: number): LaterNotes {
  const waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let written = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const notes = [...waiting];
    waiting.clear();
    // Also those that are being written: whoever asks wants to read them.
    const writing = Promise.all(notes.map(([owner, at]) => write(owner, at)));
    written = Promise.all([written, writing]).then(() => {});
    return written;
  }
  return {
    note(owner, at) {
      waiting.set(owner, Math.max(at, waiting.get(owner) ?? 0));
      timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    flush,
  };
}
