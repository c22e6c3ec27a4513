import { join } from "node:path";
import { parseMetrics, promtool } from "./prometheus";
import { root } from "./root";

export const ALERTS_FILE = join(root, "docs/operating/alerts.yml");

const MINUTES = 120;
const EVAL_AT = "100m";
/** Grows by itself while nothing changes, in seconds a minute. */
const AGE = "wallet_operations_oldest_seconds";

/** Series with what they do, minute by minute, in promtool's notation. */
export type Course = ReadonlyMap<string, string>;

/** How long things took depends on the machine: here everything was quick, so that each bucket has the whole count. */
const quick = (series: string) =>
  series
    .replace(/_seconds_bucket\{/, "_seconds_count{")
    .replace(/le="[^"]*",?/, (le) => (series.includes("_seconds_bucket") ? "" : le))
    .replace(/,?\}$/, "}")
    .replace(/\{\}$/, "");

/**
 * The course of two hours in which every minute is like the time between two readings of the metrics: counters go on at
 * that rate, and gauges stay as they were at the end.
 * @param before null: the time since the start
 */
export function courseOf(after: string, before: string | null = null): Course {
  const start = new Map(parseMetrics(before ?? "").samples.map(({ series, value }) => [series, value]));
  const { samples, kindOf } = parseMetrics(after);
  const end = new Map(samples.map(({ series, value }) => [series, value]));
  return new Map(
    samples.flatMap(({ series, name, value }): [string, string][] => {
      if (!Number.isFinite(value)) return [];
      if (name === AGE && value > 0) return [[series, `${value}+60x${MINUTES}`]];
      if (name.startsWith("nodejs_eventloop_lag_")) return [[series, `0.01x${MINUTES}`]];
      if (kindOf(name) === "gauge") return [[series, `${value}x${MINUTES}`]];
      const counted = quick(series);
      const [known, now] = [start.get(counted) ?? 0, end.get(counted) ?? value];
      return [[series, `${known}+${Math.max(0, now - known)}x${MINUTES}`]];
    }),
  );
}

export interface AlertCase {
  name: string;
  course: Course;
  /** The alerts that fire after 100 minutes, and no other. */
  fires: readonly string[];
}

/** Checks with promtool that in each case the alerts fire that should, and no other. @returns what it said if not */
export function alertFaults(cases: readonly AlertCase[]): string {
  const tests = cases.map(({ name, course, fires }) => ({
    name,
    interval: "1m",
    input_series: [...course].map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: EVAL_AT,
        exp_samples: [...fires].sort().map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  }));
  // JSON is YAML.
  const file = JSON.stringify({ rule_files: [ALERTS_FILE], evaluation_interval: "1m", tests });
  const { status, said } = promtool(["test", "rules"], "alerts.test.yml", file);
  return status === 0 ? "" : said;
}

/** Every metric that a PromQL expression names. */
export const metricsIn = (expression: string): string[] => [
  ...new Set(expression.match(/\b(wallet|nodejs|process)_\w+/g) ?? []),
];
