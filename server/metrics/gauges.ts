import { Gauge, type Registry } from "prom-client";
import type { Meters } from "./meters";
import { waitingIn, type Sources } from "./sources";

const STATES = ["up", "slow", "down", "misfit"] as const;

/** Adds the number of open sockets to `registry`. */
export const createSocketGauge = (registry: Registry, count: () => number) =>
  new Gauge({
    name: "wallet_chat_sockets",
    help: "Open sockets of the chat",
    registers: [registry],
    collect() {
      this.set(count());
    },
  });

/** Adds the metrics that are states. @returns a function that reads them anew; it never rejects */
export function createGauges({ gauge, drift }: Pick<Meters, "gauge" | "drift">, sources: Sources): () => Promise<void> {
  const operator = gauge("wallet_operator_state", "1 for the state that the operator is in", "state");
  const paused = gauge("wallet_operator_call_paused", "1 while calls of this kind are paused for all", "call");
  const members = gauge(
    "wallet_operations_waiting",
    "Members with an operation of unknown outcome, or a review that they have not read, in all processes of the store",
    "state",
  );
  const oldest = gauge("wallet_operations_oldest_seconds", "Age of the oldest of these operations; 0: none", "state");
  const underWay = gauge("wallet_operations_under_way", "Operations between the form and the answer");
  const stores = gauge("wallet_store_up", "1 while the stores answer");

  const readWaiting = async () => {
    const waiting = await waitingIn(sources);
    for (const state of ["unknown", "review"] as const) {
      const known = waiting?.[state];
      // What cannot be read is no zero.
      members.set({ state }, known?.members ?? NaN);
      const age = known?.oldest == null ? 0 : Math.max(0, sources.now() - known.oldest) / 1000;
      oldest.set({ state }, known ? age : NaN);
    }
  };

  return async () => {
    const [fitness, reaches] = await Promise.all([sources.operator.look(), sources.reachesStores(), readWaiting()]);
    for (const state of STATES) operator.set({ state }, Number(state === fitness.state));
    for (const [call, isPaused] of sources.client.paused()) paused.set({ call }, Number(isPaused));
    // The client counts them itself, for `/readyz?full`.
    drift.reset();
    for (const { call, field, forgiven, times } of sources.client.drifts())
      drift.inc({ call, field, kind: forgiven ? "forgiven" : "misfit" }, times);
    underWay.set(sources.engine.underWay());
    stores.set(Number(reaches));
  };
}
