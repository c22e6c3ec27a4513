/** How often a call was received, executed and refused. */
export interface CallCount {
  received: number;
  executed: number;
  refused: number;
}

export interface RecentCall {
  /** Epoch milliseconds. */
  at: number;
  operationId: string;
  phone: string | null;
  /** The status of the answer, or the fault that replaced it. */
  outcome: string;
  requestId: string | null;
}

export interface Calls {
  count(operationId: string, what: keyof CallCount): void;
  note(call: RecentCall): void;
  of(operationId: string): CallCount;
  all(): Record<string, CallCount>;
  recent(): readonly RecentCall[];
  reset(): void;
}

const RECENT_KEPT = 50;

/** Counts the calls and keeps the latest ones, in memory. */
export function createCalls(): Calls {
  const counts = new Map<string, CallCount>();
  let recent: RecentCall[] = [];
  const of = (operationId: string) => counts.get(operationId) ?? { received: 0, executed: 0, refused: 0 };
  return {
    of,
    count: (operationId, what) => {
      const count = of(operationId);
      counts.set(operationId, { ...count, [what]: count[what] + 1 });
    },
    note: (call) => {
      recent = [call, ...recent].slice(0, RECENT_KEPT);
    },
    all: () => Object.fromEntries(counts),
    recent: () => recent,
    reset: () => {
      counts.clear();
      recent = [];
    },
  };
}
