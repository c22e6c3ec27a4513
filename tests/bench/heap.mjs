/** Loaded into the product with `node --expose-gc --import`: SIGUSR2 prints the bytes that the heap holds after a collection. */
import process from "node:process";

process.on("SIGUSR2", () => {
  globalThis.gc();
  process.stderr.write(`bench heap ${process.memoryUsage().heapUsed}\n`);
});
