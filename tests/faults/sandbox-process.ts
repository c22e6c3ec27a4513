/**
 * Runs the sandbox operator in its own process, so that it outlives the product: `sandbox-process.ts MARKET NAME`.
 * `NAME` is the host name that the product calls it by. Prints its URL.
 */
import { startSandbox } from "../../server/sandbox";

const sandbox = await startSandbox({
  dataFile: ":memory:",
  market: process.argv[2] === "la" ? "la" : "th",
  names: process.argv.slice(3),
  // No limits, and nothing happens by itself.
  switches: {
    callsPerMinute: 0,
    onceEveryMs: 0,
    loginFailuresPerMinute: 0,
    slipsAndGiftsPerMinute: 0,
    withdrawSettleMs: 0,
    addArrives: false,
    slipWindow: "open",
  },
});
process.stdout.write(`${sandbox.url}\n`);
// Ends when the parent process has ended.
process.stdin.on("end", () => process.exit()).resume();
