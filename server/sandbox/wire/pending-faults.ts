import { faultKinds, type Fault, type Kind } from "./faults";

export interface Faults {
  add(fault: Fault): void;
  list(): readonly Readonly<Fault>[];
  clear(): void;
  /** Removes the faults of this member that affect `call` in this way. */
  remove(fault: Pick<Fault, "call" | "kind" | "phone">): void;
  /** The first fault that applies to this call, or null. Counts as one use. `early`: before the body is read. */
  take(call: {
    operationId: string;
    phone: string | null;
    early: boolean;
  }): (Fault & Pick<Kind, "executed" | "send">) | null;
}

const affects = ({ call }: Fault, operationId: string) =>
  call === "any" || (call.endsWith("*") ? operationId.startsWith(call.slice(0, -1)) : call === operationId);

/** The pending faults, in the order they were added. */
export function createFaults(): Faults {
  let waiting: Fault[] = [];
  return {
    add: (fault) => void waiting.push({ ...fault }),
    list: () => waiting,
    clear: () => {
      waiting = [];
    },
    remove: ({ call, kind, phone }) => {
      waiting = waiting.filter((one) => one.call !== call || one.kind !== kind || one.phone !== phone);
    },
    take: ({ operationId, phone, early }) => {
      const fault = waiting.find(
        (one) =>
          affects(one, operationId) &&
          (one.kind === "reset-before-read") === early &&
          (one.phone === undefined || one.phone === phone),
      );
      if (!fault) return null;
      if (fault.times === 1) waiting = waiting.filter((other) => other !== fault);
      else if (fault.times > 1) fault.times -= 1;
      const { executed, send } = faultKinds[fault.kind] as Kind;
      return { ...fault, call: operationId, executed: fault.executed ?? executed, send };
    },
  };
}
