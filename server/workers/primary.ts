import cluster, { type Worker } from "node:cluster";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import type { Log } from "../log";
import type { Acceptor } from "./acceptor";

/** What a worker and the primary tell each other about their lives. */
export const READY = "ready";
export const LEAVING = "leaving";
export const STOP = "stop";

/** Milliseconds until another worker takes the place of one that has ended, after so many that did not live long. */
const PAUSES_MS = [0, 200, 1000, 5000];
/** A worker that lived for so many milliseconds was fine. */
const FINE_MS = 30_000;
/** Starts that fail one after the other until there is no sense in another. */
const MAX_FAILED = 3;
/** Exit code of a worker that refused its settings: another start cannot help. */
const EX_CONFIG = 78;
/** Characters of what a failed start said on standard error. */
const MAX_CAUSE = 2000;

export interface Workers {
  /** Resolves when all have started once. */
  ready: Promise<unknown>;
  /** Asks all to stop and resolves when they have ended. */
  stop(): Promise<void>;
}

/** Why workers cannot start. */
export class WorkersFailed extends Error {
  constructor(
    cause: string,
    readonly code: number,
  ) {
    super(`Workers end at their start: ${cause}`);
    this.name = "WorkersFailed";
  }
}

interface Options {
  count: number;
  /** Handed to each worker as its argument. */
  start: object;
  acceptor: Acceptor;
  log: Log;
  /** Gets the log lines of all workers, each with its end: one process writes, so that lines stay whole. */
  print(line: string): void;
  /** A worker has ended, however. */
  ended(pid: number): void;
  /** Called once, when workers cannot start any more. */
  failed(error: WorkersFailed): void;
}

/** Starts the workers, and another one for each that ends. */
export function startWorkers({ count, start, acceptor, log, print, ended, failed }: Options): Workers {
  cluster.setupPrimary({ args: [JSON.stringify(start)], silent: true });
  const running = new Set<Worker>();
  const changed = new EventEmitter();
  let readyOnce = 0;
  let failures = 0;
  let stopping = false;

  function fork(): void {
    if (stopping) return;
    const worker = cluster.fork();
    const since = performance.now();
    let isReady = false;
    let isReplaced = false;
    let said = "";
    running.add(worker);

    function replace(facts: { code: number | null; signal: string | null }): void {
      if (isReplaced || stopping) return;
      isReplaced = true;
      failures = isReady && performance.now() - since > FINE_MS ? 0 : failures + 1;
      const { code } = facts;
      if (!isReady && (code === EX_CONFIG || failures >= MAX_FAILED)) {
        stopping = true;
        const cause = said.trim() || `exit ${code ?? facts.signal}`;
        return failed(new WorkersFailed(cause, code === EX_CONFIG ? EX_CONFIG : 1));
      }
      log.error({ pid: worker.process.pid, ...facts, started: isReady }, "a worker ended, another one starts");
      setTimeout(fork, PAUSES_MS[Math.min(failures - 1, PAUSES_MS.length - 1)] ?? 0);
    }

    // Of messages to a worker that has ended.
    worker.on("error", () => {});
    worker.on("message", (message: unknown) => {
      if (message === READY) {
        isReady = true;
        acceptor.add(worker);
        readyOnce += 1;
        if (readyOnce === count) changed.emit("ready");
      }
      if (message === LEAVING) {
        acceptor.remove(worker);
        replace({ code: null, signal: null });
      }
    });
    createInterface({ input: worker.process.stdout! }).on("line", (line) => print(`${line}\n`));
    worker.process.stderr!.on("data", (bytes: Buffer) => {
      process.stderr.write(bytes);
      said = (said + bytes.toString()).slice(-MAX_CAUSE);
    });
    // Not `exit`: what it has said is read by now.
    worker.process.once("close", (code: number | null, signal: string | null) => {
      acceptor.remove(worker);
      running.delete(worker);
      ended(worker.process.pid!);
      replace({ code, signal });
      if (running.size === 0) changed.emit("empty");
    });
  }

  for (let started = 0; started < count; started += 1) fork();
  return {
    ready: once(changed, "ready"),
    async stop() {
      stopping = true;
      for (const worker of running) if (worker.isConnected()) worker.send(STOP, () => {});
      if (running.size > 0) await once(changed, "empty");
    },
  };
}
