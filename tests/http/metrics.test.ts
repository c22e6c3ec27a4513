/** The metrics of the built product, of a run with a lost answer, an operator that drifts and goes away, and no Redis. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALERTS_FILE, alertFaults, courseOf, metricsIn } from "../support/alert-rules";
import { meteredRun, type MeteredRun } from "../support/metered-run";
import { startProduct } from "../support/product";
import { checkMetrics, parseMetrics } from "../support/prometheus";
import { root } from "../support/root";

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}

/** The alerts of the run, once the operator is away and once Redis is, too. */
const FAULTY = [
  "WalletOperatorDown",
  "WalletOperatorCallsPaused",
  "WalletOperatorErrors",
  "WalletUnknownOld",
  "WalletUnknownMany",
  "WalletDrift",
  "WalletContentBlocked",
];
const STORELESS = [
  "WalletOperatorDown",
  "WalletOperatorCallsPaused",
  "WalletStoreDown",
  "WalletStoreFailing",
  "WalletUnavailable",
];

/** What else makes an alert fire, beside a time in which nothing goes wrong. */
const CAUSES: Record<string, Record<string, string>> = {
  WalletOperatorMisfit: { 'wallet_operator_state{state="misfit"}': "1x120" },
  WalletReviewsWaiting: { 'wallet_operations_waiting{state="review"}': "1x120" },
  WalletOutcomeCorrected: { 'wallet_operations_corrected_total{operation="transfer"}': "0x80 1x40" },
  WalletErrors: { 'wallet_http_requests_total{route="/user/home",method="GET",status="500"}': "0+20x120" },
  WalletUnavailable: { 'wallet_http_requests_total{route="/user/home",method="GET",status="503"}': "0+100x120" },
  WalletPagesSlow: {
    'wallet_http_request_seconds_bucket{route="/user/spin",method="GET",le="2.5"}': "0x120",
    'wallet_http_request_seconds_bucket{route="/user/spin",method="GET",le="5"}': "0+90x120",
    'wallet_http_request_seconds_bucket{route="/user/spin",method="GET",le="10"}': "0+90x120",
    'wallet_http_request_seconds_bucket{route="/user/spin",method="GET",le="30"}': "0+90x120",
    'wallet_http_request_seconds_bucket{route="/user/spin",method="GET",le="+Inf"}': "0+90x120",
  },
  WalletEventLoopLate: { nodejs_eventloop_lag_p99_seconds: "0.4x120" },
  WalletStoreSlow: {
    'wallet_store_seconds_bucket{store="redis",call="begin",le="0.25"}': "0x120",
    'wallet_store_seconds_bucket{store="redis",call="begin",le="1"}': "0+900x120",
    'wallet_store_seconds_bucket{store="redis",call="begin",le="2"}': "0+900x120",
    'wallet_store_seconds_bucket{store="redis",call="begin",le="+Inf"}': "0+900x120",
  },
  WalletStatementLate: {
    'wallet_statement_lag_seconds_bucket{le="300"}': "0+50x120",
    'wallet_statement_lag_seconds_bucket{le="600"}': "0+50x120",
    'wallet_statement_lag_seconds_bucket{le="900"}': "0+50x120",
    'wallet_statement_lag_seconds_bucket{le="+Inf"}': "0+50x120",
  },
  WalletLimitsHit: { 'wallet_limits_hit_total{limit="login"}': "0+20x120" },
};

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

test("a port that is taken ends the start, and the line names the setting", async () => {
  const METRICS_PORT = new URL(run.own.url).port;
  await expect(startProduct({ env: { METRICS_PORT } })).rejects.toThrow(
    `METRICS_PORT: another program listens on ${METRICS_PORT}; choose another port`,
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

describe("the alerts", () => {
  const rules = (parse(readFileSync(ALERTS_FILE, "utf8")) as { groups: { rules: Rule[] }[] }).groups[0]!.rules;
  const names = rules.map(({ alert }) => alert);
  const healthy = () => courseOf(run.healthy);
  const changed = (changes: Record<string, string>) => new Map([...healthy(), ...Object.entries(changes)]);

  test("are valid rules", () => {
    expect(spawnSync("promtool", ["check", "rules", ALERTS_FILE], { encoding: "utf8" }).status).toBe(0);
  });

  test("and the dashboard name only metrics that the product has", () => {
    const dashboard = readFileSync(join(root, "docs/operating/grafana-dashboard.json"), "utf8");
    const known = [...run.faulty.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
    const base = (name: string) => (known.includes(name) ? name : name.replace(/_(bucket|sum|count)$/, ""));
    const used = metricsIn([...rules.map(({ expr }) => expr), dashboard].join("\n"));
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !known.includes(base(name)))).toEqual([]);
  });

  test("each have a paragraph in the runbook, which their annotation links to", () => {
    const runbook = readFileSync(join(root, "docs/operating/runbook.md"), "utf8");
    const titles = [...runbook.matchAll(/^## (Wallet\w+)$/gm)].map(([, title]) => title!);
    expect(titles.sort()).toEqual([...names].sort());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/operating/runbook.md#${alert.toLowerCase()}`);
  });

  test("that fire in the run are those of its faults, and none fires without faults", () => {
    expect(
      alertFaults([
        { name: "nothing has gone wrong", course: healthy(), fires: [] },
        {
          name: "a lost answer, drift, blocked content, no operator",
          course: courseOf(run.faulty, run.healthy),
          fires: FAULTY,
        },
        { name: "also no Redis", course: courseOf(run.storeless, run.faulty), fires: STORELESS },
        { name: "no container is read", course: new Map(), fires: ["WalletNotScraped"] },
      ]),
    ).toBe("");
  });

  test("each fire on their own cause, and no other does", () => {
    const alone = Object.entries(CAUSES).map(([alert, changes]) => ({
      name: alert,
      course: changed(changes),
      fires: [alert],
    }));
    expect(alertFaults(alone)).toBe("");
    const seen = [...Object.keys(CAUSES), ...FAULTY, ...STORELESS, "WalletNotScraped"];
    expect(names.filter((name) => !seen.includes(name))).toEqual([]);
  });
});
