/** Virtual time, in which only scheduled events happen. */
export interface Scheduler {
  /** Epoch milliseconds. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Acts in `ms` milliseconds, unless what it returns is called before. */
  after(ms: number, act: () => void): () => void;
  /** Runs the next event; false if none is left. Its promise callbacks have run after the next macrotask. */
  step(): boolean;
}

interface Event {
  at: number;
  order: number;
  /** Null once it is canceled. */
  act: (() => void) | null;
}

const before = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** A scheduler with a binary heap of events. Events with the same time run in the order they were scheduled. */
export function createScheduler(start: number): Scheduler {
  const heap: Event[] = [];
  let now = start;
  let order = 0;

  const push = (event: Event) => {
    let i = heap.push(event) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!before(event, heap[parent]!)) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = event;
  };

  const pop = (): Event | undefined => {
    const top = heap[0];
    const last = heap.pop();
    if (!top || !last || heap.length === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1;
      if (!before(heap[child]!, last)) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
    return top;
  };

  const schedule = (ms: number, act: () => void): Event => {
    const event = { at: now + Math.max(0, ms), order: (order += 1), act };
    push(event);
    return event;
  };

  return {
    now: () => now,
    after(ms, act) {
      const event: Event = schedule(ms, act);
      return () => void (event.act = null);
    },
    sleep: (ms) => new Promise((resolve) => void schedule(ms, resolve)),
    step() {
      let event = pop();
      while (event && !event.act) event = pop();
      if (!event?.act) return false;
      now = event.at;
      event.act();
      return true;
    },
  };
}
