import { Worker } from "node:worker_threads";
import type { MiniQr } from "./mini-qr";
import type { ImageType } from "./picture";

export interface Asked {
  id: number;
  bytes: Uint8Array;
  type: ImageType;
}

export interface Told {
  id: number;
  found: Found;
}

/** The slip's code; `none`: there is none that can be read; null: nobody has looked. */
export type Found = MiniQr | "none" | null;

/** Looks for the code of a slip in its picture. Never fails, and never takes longer than its patience. */
export interface CodeReader {
  find(bytes: Buffer, type: ImageType): Promise<Found>;
}

const PATIENCE_MS = 3_000;
/** More pictures at once are not looked at: they would only wait for each other. */
const MOST_AT_ONCE = 4;
const MEMORY = { maxOldGenerationSizeMb: 256 };

/** The built server has its program beside it; while developing, the source runs as it is. */
function startWorker(): Worker {
  const options = { execArgv: [], resourceLimits: MEMORY };
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./slip-code.mjs", import.meta.url), options);
  const source = JSON.stringify(new URL("./worker.ts", import.meta.url).href);
  const program = `import("tsx/esm/api").then(({ register }) => (register(), import(${source})))`;
  return new Worker(program, { ...options, eval: true });
}

/** A reader with one worker, which starts with the first picture and holds up no one's end. */
export function createCodeReader(): CodeReader {
  const waiting = new Map<number, (found: Found) => void>();
  let worker: Worker | null = null;
  let last = 0;

  const end = (one: Worker) => {
    if (worker !== one) return;
    worker = null;
    for (const tell of waiting.values()) tell(null);
    waiting.clear();
    void one.terminate();
  };
  const start = () => {
    const one = startWorker();
    one.unref();
    one.on("message", ({ id, found }: Told) => waiting.get(id)?.(found));
    one.on("error", () => end(one)).on("exit", () => end(one));
    return one;
  };

  return {
    find(bytes, type) {
      if (waiting.size >= MOST_AT_ONCE) return Promise.resolve(null);
      const one = (worker ??= start());
      const id = (last += 1);
      return new Promise<Found>((resolve) => {
        const tooLong = setTimeout(() => end(one), PATIENCE_MS);
        waiting.set(id, (found) => {
          clearTimeout(tooLong);
          waiting.delete(id);
          resolve(found);
        });
        one.postMessage({ id, bytes, type } satisfies Asked);
      });
    },
  };
}
