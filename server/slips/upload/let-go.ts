import type { IncomingMessage } from "node:http";

/** How much of a form that was answered already is still read, and for how long. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_MS = 60_000;

/**
 * Reads the rest of a request and forgets it: browsers look at the answer only when they have sent all. Who sends too much,
 * or too slowly, is hung up on.
 */
export function letGo(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let left = MAX_BYTES;
  const hangUp = () => request.destroy();
  const timer = setTimeout(hangUp, MAX_MS).unref();
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) hangUp();
  });
  request.on("close", () => clearTimeout(timer));
  request.resume();
}
