import { createEngine } from "../../server/operations/engine";
import type { Engine } from "../../server/operations/engine";
import type { OperatorPort } from "../../server/operations/port";
import { TIMINGS } from "../../server/operations/rules";
import type { Rules } from "../../server/operations/rules";
import type { OpStore } from "../../server/operations/store";
import { memoryStore } from "../support/memory-store";
import type { OpState } from "../../server/operations/types";
import type { Random } from "./random";
import type { Scheduler } from "./scheduler";

export interface Deployment {
  /** Sends a request to one of the processes. Rejects if it is down or crashes meanwhile. */
  request<T>(serve: (engine: Engine) => Promise<T>): Promise<T>;
  /** Kills a process, which restarts later. */
  crash(): void;
  /** Deletes all records, like an emptied Redis. */
  wipe(): void;
}

interface Process {
  alive: boolean;
  engine: Engine;
  /** Open requests, which fail if the process crashes. */
  waiting: Set<() => void>;
}

const silent = { info() {}, warn() {}, error() {} };

/** One or two processes of the real engine with a shared store. `onVerdict` is called with every state written. */
export function createDeployment(
  scheduler: Scheduler,
  random: Random,
  operator: OperatorPort,
  rules: Partial<Rules>,
  onVerdict: (opId: string, state: OpState) => void,
): Deployment {
  let ids = 0;
  let lives = 0;
  const id = () => `op-${(ids += 1)}`;
  const life = (closedForMs: number) => {
    const epochId = (lives += 1).toString(16).padStart(16, "0");
    return memoryStore({ now: scheduler.now, closedForMs, epochId });
  };
  let store = life(0);

  function start(): Process {
    const process: Omit<Process, "engine"> = { alive: true, waiting: new Set() };
    /** Settles like `work`, but never after the process has crashed. */
    const whileAlive = <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) =>
        work.then(
          (value) => process.alive && resolve(value),
          (error: Error) => process.alive && reject(error),
        ),
      );
    /** A store call that takes some time, and may take effect although its answer is lost. */
    const call = <T>(work: () => Promise<T>): Promise<T> => {
      if (random.chance(0.7)) return whileAlive(work());
      const moment = () => scheduler.sleep(random.between(0, 5));
      return whileAlive(
        moment().then(async () => {
          if (!process.alive) return new Promise<T>(() => {});
          const value = await work();
          await moment();
          return value;
        }),
      );
    };
    const remote: OpStore = {
      epoch: () => call(() => store.epoch()),
      records: (memberId) => call(() => store.records(memberId)),
      begin: (...given) => call(() => store.begin(...given)),
      finish: (...given) =>
        call(async () => {
          const op = await store.finish(...given);
          if (op && given[3].state) onVerdict(op.id, op.state);
          return op;
        }),
      renew: (...given) => call(() => store.renew(...given)),
      find: (...given) => call(() => store.find(...given)),
      expired: (...given) => call(() => store.expired(...given)),
      forget: (...given) => call(() => store.forget(...given)),
    };
    const engine = createEngine({
      store: remote,
      clock: { now: scheduler.now, sleep: (ms) => whileAlive(scheduler.sleep(ms)) },
      operator: {
        send: (...given) => whileAlive(operator.send(...given)),
        statement: (...given) => whileAlive(operator.statement(...given)),
        wallet: (...given) => whileAlive(operator.wallet(...given)),
        qr: (...given) => whileAlive(operator.qr(...given)),
        slips: (...given) => whileAlive(operator.slips(...given)),
      },
      secrets: ["a simulated secret of 32 bytes...."],
      owner: `process-${(lives += 1)}`,
      log: silent,
      rules,
      newId: id,
    });
    return Object.assign(process, { engine });
  }

  const processes = random.chance(0.5) ? [start()] : [start(), start()];

  return {
    request(serve) {
      const process = random.pick(processes);
      if (!process.alive) return Promise.reject(new Error("connection refused"));
      return new Promise((resolve, reject) => {
        const broken = () => reject(new Error("connection reset"));
        process.waiting.add(broken);
        serve(process.engine)
          .then(resolve, reject)
          .finally(() => process.waiting.delete(broken));
      });
    },
    crash() {
      const index = random.between(0, processes.length - 1);
      const dying = processes[index]!;
      if (!dying.alive) return;
      dying.alive = false;
      for (const broken of dying.waiting) broken();
      scheduler.after(random.between(500, 20_000), () => (processes[index] = start()));
    },
    wipe() {
      store = life(TIMINGS.callMs + TIMINGS.quietMs);
    },
  };
}
