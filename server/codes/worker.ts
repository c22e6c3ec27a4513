/** The worker thread of `reader.ts`. Reading a code keeps a core busy for up to a second. */
import { parentPort } from "node:worker_threads";
import { readPicture, readPixels, type Reading } from "./picture";
import type { Job, Result } from "./reader";
import { drawSvg } from "./svg-drawing";

function read(job: Job): Reading {
  if ("bytes" in job) return readPicture(Buffer.from(job.bytes), job.type, job.maxMegapixels);
  const pixels = drawSvg(job.svg);
  return pixels ? readPixels(pixels) : { fault: "none" };
}

parentPort!.on("message", ({ id, job }: { id: number; job: Job }) => {
  parentPort!.postMessage({ id, reading: read(job) } satisfies Result);
});
