/** The sandbox operator alone, so that it outlives the product it serves: `sandbox-process.ts MARKET`. Prints its address. */
import { startSandbox } from "../../server/sandbox";

const sandbox = await startSandbox({
  dataFile: ":memory:",
  market: process.argv[2] === "la" ? "la" : "th",
  // No limits, and nothing moves by itself.
  switches: {
    callsPerMinute: 0,
    onceEveryMs: 0,
    loginFailuresPerMinute: 0,
    slipsAndGiftsPerMinute: 0,
    withdrawSettleMs: 0,
    addArrives: false,
  },
});
process.stdout.write(`${sandbox.url}\n`);
// Whoever started it has gone.
process.stdin.on("end", () => process.exit()).resume();
