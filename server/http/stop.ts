import type { Server } from "node:http";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { ProcessLog } from "../log";
import type { Engine } from "../operations/engine";
import type { Health } from "./health";

/** While stopping: how often idle connections are closed, and how long clients get to read the last responses. */
const IDLE_CHECK_MS = 100;
const LAST_ANSWERS_MS = 5000;
/** Time for requests on connections that were accepted at the last moment, in milliseconds: a proxy sends no POST twice. */
const LAST_REQUESTS_MS = 1000;
/** A turn of the event loop as short as this, in milliseconds, had nothing to do. */
const QUIET_TURN_MS = 1;
/** Time to find such a turn. */
const QUIET_WITHIN_MS = 500;
/** Time for the stores to close. */
const CLOSE_MS = 3000;

/** The services that take part in the shutdown. */
interface Stopping {
  config: { drainDelayMs: number };
  log: ProcessLog;
  health: Health;
  engine: Pick<Engine, "underWay" | "drain">;
  /** Connections that would never end by themselves. */
  sockets?: { close(): void } | null;
}

/**
 * Waits for a moment right after the event loop has accepted all connections and had nothing else to do. Connections that
 * the system has taken for us are reset when the listener closes, with the requests that were sent on them.
 */
async function quietMoment(): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  let before = performance.now();
  for (;;) {
    await nextTurn();
    const now = performance.now();
    if (now - before < QUIET_TURN_MS || now > until) return;
    before = now;
  }
}

/**
 * Graceful shutdown: report "not ready", wait for the load balancers, accept no new connections, serve those accepted,
 * finish operations in flight (65 s at most), close the stores. Further calls return the same promise, so a second signal changes nothing.
 * The promise never rejects and every step has a deadline: a step that fails is logged and the next one follows.
 */
export function stopper(
  server: Pick<Server, "closeIdleConnections" | "closeAllConnections"> & { close(done: () => void): unknown },
  stopping: Stopping,
  close: () => Promise<void>,
): () => Promise<void> {
  const { config, log, health, engine, sockets } = stopping;
  let stopped: Promise<void> | null = null;
  const attempt = async (step: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, step }, "stop: a step failed");
    }
  };
  const stop = async () => {
    log.info({ operations: engine.underWay() }, "stopping");
    health.stopping();
    await wait(config.drainDelayMs);
    await quietMoment();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Their browsers connect again at once, to a process that goes on.
    await attempt("sockets", async () => sockets?.close());
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    await Promise.race([closed, wait(LAST_REQUESTS_MS)]);
    health.closing();
    await attempt("operations", () => engine.drain());
    await Promise.race([closed, wait(LAST_ANSWERS_MS)]);
    clearInterval(idle);
    server.closeAllConnections();
    await attempt("stores", () => Promise.race([close(), wait(CLOSE_MS)]));
    log.info({}, "stopped");
  };
  return () => (stopped ??= stop());
}
