import type { OperatorWatch } from "../http/operator-watch";
import type { OperatorClient } from "../operator/client";
import type { Engine } from "../operations/engine";
import type { OpStore } from "../operations/store";

/** What is asked when somebody reads the metrics, or `/readyz?full`. */
export interface Sources {
  client: Pick<OperatorClient, "paused" | "drifts">;
  engine: Pick<Engine, "underWay">;
  store: Pick<OpStore, "waiting">;
  operator: Pick<OperatorWatch, "look">;
  /** Whether the stores answer. Never rejects. */
  reachesStores(): Promise<boolean>;
  /** Open sockets of the chat. */
  sockets(): number;
  /** Epoch milliseconds. */
  now(): number;
}

/** Milliseconds that the store has to tell who waits. */
const PATIENCE_MS = 2_000;

/** Who waits for an outcome; null if the store does not tell. */
export async function waitingIn({ store }: Pick<Sources, "store">) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, null)));
  try {
    return await Promise.race([store.waiting(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** What `/readyz?full` tells beyond the plain answer. */
export async function detailsOf(sources: Omit<Sources, "operator" | "reachesStores">, version: string) {
  const waiting = await waitingIn(sources);
  const told = (state: "unknown" | "review") =>
    waiting && { ...waiting[state], oldest: waiting[state].oldest && new Date(waiting[state].oldest).toISOString() };
  return {
    version,
    paused: sources.client.paused().flatMap(([call, isPaused]) => (isPaused ? [call] : [])),
    underWay: sources.engine.underWay(),
    unknown: told("unknown"),
    review: told("review"),
    sockets: sources.sockets(),
    drift: sources.client.drifts(),
  };
}
