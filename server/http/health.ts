import type { RequestHandler } from "express";
import type { CallFacts } from "../operator/client";
import { asyncHandler } from "./async-handler";

/** How long one look at the store may take, milliseconds. */
const STORE_MS = 2000;

export interface Health {
  /** The end of a call to the operator. */
  note(kind: CallFacts["kind"]): void;
  /** The process is about to stop: balancers are to send nothing more. */
  stopping(): void;
  /** The listener is closing: what still arrives on open connections is turned away. */
  closing(): void;
  readonly isClosing: boolean;
  healthz: RequestHandler;
  readyz: RequestHandler;
}

/** Whether the process lives, and whether it should get work. An operator who does not answer is only a warning: pages say so themselves. */
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
