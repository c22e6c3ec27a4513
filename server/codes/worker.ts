/** The worker thread of `reader.ts`. Reading a code keeps a core busy for up to a second. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { readPicture, readPixels, type Reading } from "./picture";
import type { Job, Result } from "./reader";
import { drawSvg } from "./svg-drawing";

/** The highest nice value: what no other thread needs. */
const GIVES_WAY = 19;

function read(job: Job): Reading {
  if ("bytes" in job) return readPicture(Buffer.from(job.bytes), job.type, job.maxMegapixels);
  const pixels = drawSvg(job.svg);
  return pixels ? readPixels(pixels) : { fault: "none" };
}

// Pages come first: on Linux this is the priority of this thread alone; elsewhere it would be that of the process.
if (process.platform === "linux") setPriority(GIVES_WAY);

parentPort!.on("message", ({ id, job }: { id: number; job: Job }) => {
  parentPort!.postMessage({ id, reading: read(job) } satisfies Result);
});
