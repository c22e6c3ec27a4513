import type { IncomingMessage } from "node:http";

/** Limits for reading the rest of a request that has been answered. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_MS = 60_000;

/**
 * Reads and discards the rest of a request, because browsers read the response only after they have sent everything.
 * Closes the connection of a client that sends too much or too slowly.
 */
export function discardRest(request: IncomingMessage): void {
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
