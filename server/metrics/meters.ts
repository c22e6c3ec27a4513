import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Upper bounds in seconds. A page waits 8 s at most for its reads, a write 60 s for its answer. */
const REQUEST_S = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_S = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const STORE_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];
const LAG_S = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900];
/** The event loop's delay is sampled so often, in milliseconds. */
const LOOP_MS = 20;

/** How states of several workers become one; what is not here is added up. */
const OVER_WORKERS: Record<string, "max" | "min" | "first"> = {
  wallet_build_info: "first",
  wallet_operator_state: "max",
  wallet_operator_call_paused: "max",
  // All read them from the same store.
  wallet_operations_waiting: "max",
  wallet_operations_oldest_seconds: "max",
  wallet_store_up: "min",
};

/** Gauges of Node whose names are those of counters, and which list all handles to count them. */
const MISNAMED = ["nodejs_active_resources_total", "nodejs_active_handles_total", "nodejs_active_requests_total"];

/** All metrics of the product that are counted when something happens. Labels have few values, and none is a member's. */
export function createMeters() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_MS });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter<L>({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram<L>({ name, help, buckets, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge<L>({ name, help, labelNames, registers, aggregator: OVER_WORKERS[name] ?? "sum" });

  return {
    registry,
    gauge,
    requests: counter("wallet_http_requests_total", "Requests answered", "route", "method", "status"),
    requestSeconds: histogram(
      "wallet_http_request_seconds",
      "Time from the arrival of a request to the end of its answer",
      REQUEST_S,
      "route",
      "method",
    ),
    uploads: counter("wallet_uploads_total", "Uploads by what became of them", "kind", "outcome"),
    calls: counter("wallet_operator_calls_total", "Calls of the operator", "call", "outcome"),
    callSeconds: histogram(
      "wallet_operator_call_seconds",
      "Time of a call of the operator, with its second attempt",
      CALL_S,
      "call",
    ),
    drift: counter(
      "wallet_operator_drift_total",
      "Differences between answers and the contract; forgiven: the answer could be read all the same",
      "call",
      "field",
      "kind",
    ),
    operations: counter(
      "wallet_operations_total",
      "Operations that came into a state; began: stored, nothing was sent",
      "operation",
      "outcome",
    ),
    corrected: counter(
      "wallet_operations_corrected_total",
      "Operations whose rows contradicted the outcome that was shown",
      "operation",
    ),
    lag: histogram(
      "wallet_statement_lag_seconds",
      "Time from the answer to an operation until its row was seen in the statement",
      LAG_S,
    ),
    limits: counter("wallet_limits_hit_total", "Requests beyond a limit, by its name", "limit"),
    cspReports: counter("wallet_csp_reports_total", "Reports of blocked content, by directive", "directive"),
    storeSeconds: histogram("wallet_store_seconds", "Time of a call of the operations store", STORE_S, "store", "call"),
    storeFailures: counter("wallet_store_failures_total", "Failed calls of the operations store", "store", "call"),
  };
}

export type Meters = ReturnType<typeof createMeters>;
