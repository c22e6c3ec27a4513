import type { RequestHandler } from "express";
import type { CallFacts } from "../operator/client";
import { asyncHandler } from "./async-handler";

/** Timeout of the store check, in milliseconds. */
const STORE_MS = 2000;

export interface Health {
  /** Records how a call to the operator ended. */
  note(kind: CallFacts["kind"]): void;
  /** Reports "not ready" from now on, so that load balancers stop sending requests. */
  stopping(): void;
  /** The listener is closing: new requests on open connections get 503. */
  closing(): void;
  readonly isClosing: boolean;
  healthz: RequestHandler;
  readyz: RequestHandler;
}

/**
 * Liveness and readiness. An operator that does not answer leaves the process ready, and `/readyz` only mentions it:
 * pages report it to members themselves.
 */
export function createHealth(storeReachable: () => Promise<boolean>): Health {
  let operator: "unknown" | "up" | "down" = "unknown";
  let state: "serving" | "stopping" | "closing" = "serving";
  const store = async () => {
    const late = new Promise<false>((resolve) => void setTimeout(resolve, STORE_MS, false).unref());
    return Promise.race([storeReachable().catch(() => false), late]);
  };
  return {
    note: (kind) => {
      operator = kind === "not-sent" || kind === "unknown" ? "down" : "up";
    },
    stopping: () => {
      state = "stopping";
    },
    closing: () => {
      state = "closing";
    },
    get isClosing() {
      return state === "closing";
    },
    healthz: (_, response) => void response.json({ alive: true }),
    readyz: asyncHandler(async (_, response) => {
      const reachable = await store();
      const ready = reachable && state === "serving";
      response.status(ready ? 200 : 503).json({ ready, store: reachable, stopping: state !== "serving", operator });
    }),
  };
}
