import { createEngine } from "../../server/operations/engine";
import type { Engine } from "../../server/operations/engine";
import { ALL_RULES, TIMINGS } from "../../server/operations/rules";
import type { Rules } from "../../server/operations/rules";
import type { OpStore } from "../../server/operations/store";
import { memoryStore, type MemoryStore } from "../support/memory-store";
import type { OpRecord } from "../../server/operations/types";
import type { SimulatedOperator } from "./operator";
import type { Random } from "./random";
import type { Scheduler } from "./scheduler";

/** The engine's rules, and one of its stores. */
export interface WorldRules extends Rules {
  /** A store that has forgotten its newest writes begins a new epoch. */
  history: boolean;
}

export const ALL_WORLD_RULES: WorldRules = { ...ALL_RULES, history: true };

export interface Deployment {
  /** Sends a request to one of the processes. Rejects if it is down or crashes meanwhile. */
  request<T>(serve: (engine: Engine) => Promise<T>): Promise<T>;
  /** Kills a process, which restarts later. */
  crash(): void;
  /** Deletes all records, like an emptied Redis. */
  wipe(): void;
  /** Fails over to a replica that has not got the last second, soon after the next operation has begun; then calls `then` with the operations that it does not know. */
  failOver(then: (forgotten: readonly string[]) => void): void;
  /** Sets the wall clock of a process. */
  stepClock(): void;
  /** The longest lag that the engine has measured, in milliseconds. */
  lagSeen(): number;
}

interface Process {
  alive: boolean;
  engine: Engine;
  /** Its wall clock less the scheduler's. */
  ahead: number;
  /** Open requests, which fail if the process crashes. */
  waiting: Set<() => void>;
}

const silent = { info() {}, warn() {}, error() {} };
/** How far the clocks of two processes are apart at most, and how far one is set at most. */
const APART_MS = 60_000;
const STEP_MS = 600_000;
/** What a replica may miss. */
const REPLICA_MS = 1_000;

/** One or two processes of the real engine with a shared store. `onWrite` is called with every state written. */
export function createDeployment(
  scheduler: Scheduler,
  random: Random,
  { port: operator, lagBefore }: Pick<SimulatedOperator, "port" | "lagBefore">,
  { history = true, ...rules }: Partial<WorldRules>,
  onWrite: (memberId: string, op: OpRecord) => void,
): Deployment {
  let ids = 0;
  let lives = 0;
  let lagSeen = lagBefore ?? 0;
  let onBegin = () => {};
  const id = () => `op-${(ids += 1)}`;
  const epochId = () => (lives += 1).toString(16).padStart(16, "0");
  const closedForMs = TIMINGS.callMs + TIMINGS.quietMs + TIMINGS.lagMs;
  const life = (closed: number): MemoryStore =>
    memoryStore({ now: scheduler.now, closedForMs: closed, epochId: epochId(), rewindableMs: REPLICA_MS });
  let store = life(0);
  if (lagBefore !== null) void store.noteLag(lagBefore);
  // Leases matter most where they are short and cannot be renewed.
  const leaseMs = random.chance(0.3) ? 15_000 : TIMINGS.leaseMs;

  function start(): Process {
    const process: Omit<Process, "engine"> = {
      alive: true,
      waiting: new Set(),
      ahead: random.between(-APART_MS, APART_MS),
    };
    const born = scheduler.now();
    /** Settles like `work`, but never after the process has crashed. */
    const whileAlive = <T>(work: Promise<T>) =>
      new Promise<T>((resolve, reject) =>
        work.then(
          (value) => process.alive && resolve(value),
          (error: Error) => process.alive && reject(error),
        ),
      );
    /** A store call that may take some time, and may take effect although its answer is lost. */
    const call = <T>(work: () => Promise<T>, failing = 0): Promise<T> => {
      if (failing === 0 && random.chance(0.7)) return work();
      return whileAlive(slowly(work, failing));
    };
    const slowly = async <T>(work: () => Promise<T>, failing: number): Promise<T> => {
      const moment = () => scheduler.sleep(random.between(0, 10));
      const isEarly = random.chance(0.5);
      if (!isEarly) await moment();
      if (!process.alive) return new Promise<T>(() => {});
      const value = await work();
      if (random.chance(failing)) throw new Error("connection to the store reset");
      if (isEarly) await moment();
      return value;
    };
    const remote: OpStore = {
      epoch: () => call(() => store.epoch()),
      records: (memberId) => call(() => store.records(memberId)),
      begin: (...given) =>
        call(async () => {
          const begun = await store.begin(...given);
          if (begun.ok) onBegin();
          return begun;
        }, 0.01),
      finish: (...given) =>
        call(async () => {
          const op = await store.finish(...given);
          if (op && given[3].state) onWrite(given[0], op);
          return op;
        }),
      amend: (memberId, change) =>
        call(async () => {
          const records = await store.amend(memberId, change);
          for (const op of records.recent) onWrite(memberId, op);
          return records;
        }),
      renew: (...given) => call(() => (random.chance(0.2) ? Promise.reject(new Error("away")) : store.renew(...given))),
      find: (...given) => call(() => store.find(...given)),
      waiting: () => call(() => store.waiting()),
      expired: (...given) => call(() => store.expired(...given)),
      forget: () => call(() => store.forget()),
      lag: () => call(() => store.lag()),
      noteLag: (ms) =>
        call(() => {
          lagSeen = Math.max(lagSeen, ms);
          return store.noteLag(ms);
        }),
    };
    const engine = createEngine({
      store: remote,
      clock: {
        now: () => scheduler.now() + process.ahead,
        monotonic: () => scheduler.now() - born,
        sleep: (ms) => whileAlive(scheduler.sleep(ms)),
        after: (ms, act) => scheduler.after(ms, () => process.alive && act()),
      },
      operator: {
        send: (...given) => whileAlive(operator.send(...given)),
        statement: (...given) => whileAlive(operator.statement(...given)),
        wallet: (...given) => whileAlive(operator.wallet(...given)),
        qr: (...given) => whileAlive(operator.qr(...given)),
        slips: (...given) => whileAlive(operator.slips(...given)),
        prizes: (...given) => whileAlive(operator.prizes(...given)),
        holdsBonus: (...given) => whileAlive(operator.holdsBonus(...given)),
      },
      secrets: ["a simulated secret of 32 bytes...."],
      owner: `process-${(lives += 1)}`,
      log: silent,
      rules,
      timings: { leaseMs },
      newId: id,
    });
    return Object.assign(process, { engine });
  }

  const processes = random.chance(0.3) ? [start()] : [start(), start()];

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
      store = life(closedForMs);
      lagSeen = 0;
    },
    failOver(then) {
      onBegin = () => {
        onBegin = () => {};
        scheduler.after(random.between(0, REPLICA_MS), () => {
          then(store.rewind(REPLICA_MS, history ? { id: epochId(), closedForMs } : null));
        });
      };
    },
    stepClock() {
      random.pick(processes).ahead = random.between(-STEP_MS, STEP_MS);
    },
    lagSeen: () => lagSeen,
  };
}
