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

/** A call as the desk shows it, without secrets (`withoutSecrets`). */
export interface Exchange extends RecentCall {
  /** Counts up from 1. */
  id: number;
  /** Method and path, such as `POST /api/wallet/transfer`. */
  request: string;
  /** Parameters and body. */
  asked: unknown;
  /** The body of the answer; undefined if a fault replaced it. */
  answered: unknown;
}

export interface Calls {
  count(operationId: string, what: keyof CallCount): void;
  note(call: Omit<Exchange, "id">): void;
  of(operationId: string): CallCount;
  all(): Record<string, CallCount>;
  recent(): readonly RecentCall[];
  /** The latest calls, newest first. */
  exchanges(): readonly Exchange[];
  reset(): void;
}

const RECENT_KEPT = 50;

/** Counts the calls and keeps the latest ones, in memory. */
export function createCalls(): Calls {
  const counts = new Map<string, CallCount>();
  let recent: Exchange[] = [];
  let noted = 0;
  const of = (operationId: string) => counts.get(operationId) ?? { received: 0, executed: 0, refused: 0 };
  return {
    of,
    count: (operationId, what) => {
      const count = of(operationId);
      counts.set(operationId, { ...count, [what]: count[what] + 1 });
    },
    note: (call) => {
      noted += 1;
      recent = [{ ...call, id: noted }, ...recent].slice(0, RECENT_KEPT);
    },
    all: () => Object.fromEntries(counts),
    recent: () =>
      recent.map(({ at, operationId, phone, outcome, requestId }) => ({ at, operationId, phone, outcome, requestId })),
    exchanges: () => recent,
    reset: () => {
      counts.clear();
      recent = [];
    },
  };
}
