import type { Log, ProcessLog } from "../log";
import type { Observer } from "../operations/step";
import { accountLine, lineOf, type AccountStep, type AuditLine } from "./line";

/** Where lines are kept. There is no way to change one. */
export interface AuditStore {
  /** Also deletes lines that are too old. */
  add(line: AuditLine): Promise<void>;
}

/** The audit trail: a line for each step of an operation or of a change of the account, in the log and in the store. */
export interface Trail {
  observe: Observer;
  /** Adds a step of a change of the account. */
  account(step: AccountStep): void;
  /** Resolves when no line is still on its way to the store. */
  settled(): Promise<void>;
}

export interface TrailOptions {
  store: AuditStore;
  log: ProcessLog;
  /** Names this process. */
  instance: string;
  now: () => number;
}

/** A line that cannot be stored is logged and counts no further: money operations neither wait for it nor fail. */
export function createTrail({ store, log, instance, now }: TrailOptions): Trail {
  const lines = linesOf(log);
  const underWay = new Set<Promise<void>>();
  const failed = (err: unknown) => log.error({ err }, "audit line could not be stored");
  const add = (line: () => AuditLine) => {
    try {
      const made = line();
      const { at: _logged, ...facts } = made;
      lines.info(facts, "audit");
      const adding = store.add(made).catch(failed);
      underWay.add(adding);
      void adding.finally(() => underWay.delete(adding));
    } catch (error) {
      failed(error);
    }
  };
  const taken = () => ({ at: now(), instance });
  return {
    observe: (memberId, step, op) => add(() => lineOf(memberId, step, op, taken())),
    account: (step) => add(() => accountLine(step, taken())),
    settled: async () => void (await Promise.all(underWay)),
  };
}

/** The trail is complete whatever `LOG_LEVEL` leaves out; only `silent` silences it, too. */
const linesOf = (log: ProcessLog): Log => log.child({ kind: "audit" }, log.level === "silent" ? {} : { level: "info" });
