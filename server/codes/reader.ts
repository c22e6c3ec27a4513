import { Worker } from "node:worker_threads";
import type { ImageType } from "./image-type";
import type { Reading } from "./picture";

/** A picture to read: the bytes of a file, or an SVG rebuilt by `markup.ts`. */
export type Job = { bytes: Uint8Array; type: ImageType; maxMegapixels: number } | { svg: string };

/** The worker's answer to a job. */
export interface Result {
  id: number;
  reading: Reading;
}

/** Reads QR codes in pictures on a worker thread. */
export interface CodeReader {
  /** Null if the picture was not read: too many were waiting, or it took too long. Never rejects. */
  read(job: Job): Promise<Reading | null>;
  /** Ends the worker. Waiting jobs resolve to null. */
  close(): Promise<void>;
}

interface Options {
  /** A job that has waited and run this long is given up. */
  patienceMs?: number;
  /** Further jobs are rejected at once instead of waiting in vain. */
  maxWaiting?: number;
  /** Milliseconds without a job after which the worker ends: one large picture leaves it with hundreds of megabytes. */
  idleMs?: number;
}

const MEMORY = { maxOldGenerationSizeMb: 256 };

/** A build has the worker beside the server; in development the source runs through tsx. */
function startWorker(): Worker {
  const options = { execArgv: [], resourceLimits: MEMORY };
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./codes.mjs", import.meta.url), options);
  const source = JSON.stringify(new URL("./worker.ts", import.meta.url).href);
  const program = `import("tsx/esm/api").then(({ register }) => (register(), import(${source})))`;
  return new Worker(program, { ...options, eval: true });
}

/**
 * A reader with one worker, which starts with a picture, ends when there are no more, and does not keep the process alive.
 * A job that takes too long ends the worker; the waiting jobs go to a new one.
 */
export function createCodeReader({ patienceMs = 3_000, maxWaiting = 4, idleMs = 10_000 }: Options = {}): CodeReader {
  interface Waiting {
    id: number;
    job: Job;
    answer: (reading: Reading | null) => void;
  }
  const queue: Waiting[] = [];
  let running: Waiting | null = null;
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  const end = async (one: Worker) => {
    if (worker !== one) return;
    worker = null;
    const lost = running;
    running = null;
    lost?.answer(null);
    next();
    await one.terminate();
  };
  const start = () => {
    const one = startWorker();
    one.unref();
    one.on("message", ({ id, reading }: Result) => {
      if (running?.id !== id) return;
      running.answer(reading);
      running = null;
      next();
    });
    one.on("error", () => void end(one)).on("exit", () => void end(one));
    return one;
  };
  const next = () => {
    clearTimeout(idle);
    running ??= queue.shift() ?? null;
    if (!running) {
      idle = setTimeout(() => void (worker && end(worker)), idleMs).unref();
      return;
    }
    const { id, job } = running;
    (worker ??= start()).postMessage({ id, job });
  };
  const giveUp = (one: Waiting) => {
    if (running === one && worker) return void end(worker);
    queue.splice(queue.indexOf(one), 1);
    one.answer(null);
  };

  return {
    read(job) {
      if (queue.length + Number(running !== null) >= maxWaiting) return Promise.resolve(null);
      return new Promise((resolve) => {
        const tooLong = setTimeout(() => giveUp(one), patienceMs);
        const one: Waiting = {
          id: (last += 1),
          job,
          answer: (reading) => {
            clearTimeout(tooLong);
            resolve(reading);
          },
        };
        queue.push(one);
        if (!running) next();
      });
    },
    async close() {
      for (const { answer } of queue.splice(0)) answer(null);
      if (worker) await end(worker);
    },
  };
}
