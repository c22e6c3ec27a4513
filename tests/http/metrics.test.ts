/** The metrics of the built product, of a run with a lost answer, an operator that drifts and goes away, and no Redis. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meteredRun, type MeteredRun } from "../support/metered-run";
import { startProduct } from "../support/product";
import { checkMetrics, parseMetrics } from "../support/prometheus";

let run: MeteredRun;
beforeAll(async () => void (run = await meteredRun()));
afterAll(() => run?.stop());

const said = () => ({
  healthy: parseMetrics(run.healthy),
  faulty: parseMetrics(run.faulty),
  storeless: parseMetrics(run.storeless),
});

test("Prometheus finds no fault in them", () => {
  for (const text of [run.healthy, run.faulty, run.storeless])
    expect(checkMetrics(text)).toEqual({ status: 0, said: "" });
});

test("they tell what has happened", () => {
  const { healthy, faulty } = said();
  expect(healthy.value("wallet_build_info", { market: "th", store: "redis" })).toBe(1);
  expect(healthy.value("wallet_http_requests_total", { route: "/user/receipt/:id", status: "200" })).toBeGreaterThan(0);
  expect(healthy.value("wallet_http_requests_total", { route: "other", status: "404" })).toBe(1);
  expect(healthy.value("wallet_http_request_seconds_count", { route: "/user/home" })).toBeGreaterThan(0);
  expect(healthy.value("wallet_operator_call_seconds_count", { call: "POST /api/statement" })).toBeGreaterThan(0);
  expect(healthy.value("wallet_operations_total", { operation: "transfer", outcome: "began" })).toBe(1);
  expect(healthy.value("wallet_operations_total", { operation: "transfer", outcome: "done" })).toBe(1);
  expect(healthy.value("wallet_statement_lag_seconds_sum")).toBeGreaterThan(0);
  expect(healthy.value("wallet_store_seconds_count", { store: "redis", call: "begin" })).toBe(1);
  expect(healthy.value("wallet_operator_state", { state: "up" })).toBe(1);
  expect(healthy.value("wallet_operations_waiting", { state: "unknown" })).toBe(0);
  expect(healthy.value("wallet_operations_oldest_seconds", { state: "unknown" })).toBe(0);
  expect(healthy.value("wallet_chat_sockets")).toBe(1);
  expect(healthy.value("wallet_store_up")).toBe(1);
  expect(healthy.value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);

  expect(faulty.value("wallet_operations_total", { operation: "transfer", outcome: "unknown" })).toBe(1);
  expect(faulty.value("wallet_operations_waiting", { state: "unknown" })).toBe(1);
  expect(faulty.value("wallet_operations_oldest_seconds", { state: "unknown" })).toBeGreaterThan(0);
  expect(faulty.value("wallet_operator_state", { state: "down" })).toBe(1);
  expect(faulty.samples.some(({ name, value }) => name === "wallet_operator_call_paused" && value === 1)).toBe(true);
  const drift = { call: "GET /api/lookup/withdraw", field: "withdrawMin", kind: "forgiven" };
  expect(faulty.value("wallet_operator_drift_total", drift)).toBeGreaterThan(0);
  expect(faulty.value("wallet_csp_reports_total", { directive: "img-src" })).toBe(20);
  expect(faulty.value("wallet_limits_hit_total", { limit: "report" })).toBe(2);
});

test("while Redis is away, they are there, and what only Redis knows is no zero", () => {
  const { storeless } = said();
  expect(storeless.value("wallet_store_up")).toBe(0);
  expect(storeless.value("wallet_operations_waiting", { state: "unknown" })).toBeNaN();
  const failures = storeless.samples.filter(({ name }) => name === "wallet_store_failures_total");
  expect(failures.some(({ value }) => value > 0)).toBe(true);
});

test("they tell nothing of a member, and neither does /readyz?full", () => {
  const all = [run.healthy, run.faulty, run.storeless, JSON.stringify(run.full)].join("\n");
  for (const secret of run.secrets) expect(all).not.toContain(secret);
  const paths = [...all.matchAll(/route="([^"]*)"/g)].map(([, route]) => route!);
  expect(paths.filter((route) => /\d/.test(route))).toEqual([]);
});

test("/readyz?full tells of the operator, the store, who waits and what drifts", () => {
  const { healthy, faulty } = run.full;
  const none = { members: 0, oldest: null };
  expect(healthy).toMatchObject({ ready: true, operator: "up", unknown: none, review: none, paused: [], drift: [] });
  expect(healthy.version).toMatch(/^\d/);
  expect(faulty).toMatchObject({ ready: true, operator: "down", store: true, unknown: { members: 1 }, review: none });
  expect((faulty.paused as string[]).length).toBeGreaterThan(0);
  expect(faulty.drift).toEqual(
    expect.arrayContaining([expect.objectContaining({ call: "GET /api/lookup/withdraw", forgiven: true })]),
  );
});

describe("who may read them", () => {
  test("on their own port, whoever has the token", async () => {
    expect((await fetch(run.metricsUrl)).status).toBe(401);
    expect((await fetch(run.metricsUrl.replace("/metrics", "/"))).status).toBe(404);
  });

  test("on the product's port, whoever has the token: to others there is no such page", async () => {
    const read = (path: string, authorization?: string) =>
      fetch(run.own.url + path, authorization === undefined ? {} : { headers: { authorization } });
    expect((await read("/metrics", `Bearer ${run.token}`)).headers.get("content-type")).toMatch(
      /^text\/plain; version=/,
    );
    const known = (await read("/no/such/page")).status;
    for (const wrong of [undefined, "", "Bearer", `Bearer ${run.token}x`, run.token])
      expect((await read("/metrics", wrong)).status, String(wrong)).toBe(known);
    const plain = (await (await read("/readyz?full", "Bearer x")).json()) as object;
    expect(plain).toEqual(await (await read("/readyz")).json());
    expect(plain).not.toHaveProperty("version");
  });

  test("nobody, unless a setting says so", async () => {
    const closed = await startProduct();
    try {
      expect((await fetch(`${closed.url}/metrics`, { headers: { authorization: "Bearer " } })).status).toBe(404);
    } finally {
      await closed.stop();
    }
  });
});
