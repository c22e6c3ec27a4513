/** How often a call came, was carried out, and was refused. */
export interface CallCount {
  received: number;
  executed: number;
  refused: number;
}

export interface RecentCall {
  at: number;
  operationId: string;
  phone: string | null;
  /** The status answered, or the fault that took its place. */
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

/** The sandbox's own memory of what it was asked. */
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
