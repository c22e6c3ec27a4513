import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "../services";

/** How often connections that have become idle are closed, and how long the last answers may take to be read. */
const IDLE_CHECK_MS = 100;
const LAST_ANSWERS_MS = 5000;

/**
 * The graceful stop: not ready → a pause for balancers → no new connections → operations under way are finished (65 s at
 * most) → stores are closed. Asked again, it gives the same promise: a second signal shortens nothing.
 */
export function stopper(server: Server, services: Services, close: () => Promise<void>): () => Promise<void> {
  const { config, log, health, engine } = services;
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    log.info({ operations: engine.underWay() }, "stopping");
    health.stopping();
    await wait(config.drainDelayMs);
    health.closing();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    await engine.drain();
    await Promise.race([closed, wait(LAST_ANSWERS_MS)]);
    clearInterval(idle);
    server.closeAllConnections();
    await close();
    log.info({}, "stopped");
    log.flush();
  };
  return () => (stopping ??= stop());
}
