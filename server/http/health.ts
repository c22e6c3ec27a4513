import type { RequestHandler } from "express";
import type { Outage } from "../log";
import { asyncHandler } from "./async-handler";
import { localsOf } from "./locals";
import type { OperatorWatch } from "./operator-watch";
import { holdsToken } from "./token";

/** Timeout of the store check, in milliseconds. */
const STORE_MS = 2000;

export interface Health {
  /** Reports "not ready" from now on, so that load balancers stop sending requests. */
  stopping(): void;
  /** The listener is closing: new requests on open connections get 503. */
  closing(): void;
  readonly isClosing: boolean;
  /** Whether the stores answer in time. Never rejects. */
  reachesStores(): Promise<boolean>;
  healthz: RequestHandler;
  readyz: RequestHandler;
}

interface Options {
  /** Reads from the stores. Resolves to when money operations open, in epoch milliseconds. Rejects if one is away. */
  readStores(): Promise<number>;
  outage: Outage;
  operator: OperatorWatch;
  now(): number;
  /** What a reader of `/readyz?full` must know; null: it is the plain answer. */
  token: string | null;
  /** What it adds to the plain answer. */
  details(): Promise<object>;
}

/**
 * Liveness and readiness. An operator that is away, or that does not fit any more, leaves the process ready: pages
 * report it to members themselves. A process whose operator never fitted has wrong settings and must not replace one
 * that works (docs/decisions/readiness.md).
 */
export function createHealth({ readStores, outage, operator, now, token, details }: Options): Health {
  const holds = token === null ? () => false : holdsToken(token);
  let state: "serving" | "stopping" | "closing" = "serving";

  /** Null if a store is away. */
  const moneyOpensAt = async (): Promise<number | null> => {
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("The stores did not answer in time.")), STORE_MS).unref();
    });
    try {
      const opensAt = await Promise.race([readStores(), late]);
      outage.works();
      return opensAt;
    } catch (error) {
      outage.failed(error);
      return null;
    }
  };
  /** Money operations are closed while the stores are away, and for a while if they are new. */
  const moneyOf = (opensAt: number | null) => {
    if (opensAt === null) return { money: "closed" };
    return opensAt > now() ? { money: "closed", moneyOpensAt: new Date(opensAt).toISOString() } : { money: "open" };
  };

  return {
    stopping: () => {
      state = "stopping";
    },
    closing: () => {
      state = "closing";
    },
    get isClosing() {
      return state === "closing";
    },
    healthz: (_, response) => {
      localsOf(response).isProbe = true;
      response.json({ alive: true });
    },
    reachesStores: async () => (await moneyOpensAt()) !== null,
    readyz: asyncHandler(async (request, response) => {
      localsOf(response).isProbe = true;
      const [opensAt, fitness] = await Promise.all([moneyOpensAt(), operator.look()]);
      const fits = fitness.state !== "misfit" || operator.wasFit;
      const ready = opensAt !== null && fits && state === "serving";
      response.status(ready ? 200 : 503).json({
        ready,
        store: opensAt !== null,
        stopping: state !== "serving",
        operator: fitness.state,
        ...("reason" in fitness && { operatorReason: fitness.reason }),
        ...moneyOf(opensAt),
        ...(request.originalUrl.endsWith("?full") && holds(request) && (await details())),
      });
    }),
  };
}
