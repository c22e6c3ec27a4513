import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One series of metrics in Prometheus' text format. */
export interface Sample {
  /** As it stands there: `name{label="value"}`. */
  series: string;
  name: string;
  value: number;
}

/** Reads the text format. `kinds`: the type of each metric by its name. */
export function parseMetrics(text: string) {
  const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name!, kind!]));
  const samples = [...text.matchAll(/^(([a-z_]\w*)(?:\{.*\})?) (\S+)$/gm)].map(([, series, name, value]): Sample => ({
    series: series!,
    name: name!,
    value: Number(value),
  }));
  const kindOf = (name: string) => kinds.get(name) ?? kinds.get(name.replace(/_(bucket|sum|count)$/, ""));
  return {
    samples,
    kindOf,
    /** The value of the series that has all of these labels; undefined if there is none. */
    value: (name: string, labels: Record<string, string> = {}) =>
      samples.find(
        (one) =>
          one.name === name &&
          Object.entries(labels).every(([label, value]) => one.series.includes(`${label}="${value}"`)),
      )?.value,
  };
}

export type Metrics = ReturnType<typeof parseMetrics>;

/** Runs promtool on a file with this text. @returns its exit code and everything it said */
export function promtool(args: readonly string[], file: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), "promtool-"));
  const path = join(folder, file);
  writeFileSync(path, text);
  const { status, stdout, stderr, error } = spawnSync("promtool", [...args, path], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  if (error) throw new Error("promtool is missing: install Debian's package `prometheus`.");
  return { status, said: stdout + stderr };
}

/** `promtool check metrics` reads the metrics from its standard input. */
export function checkMetrics(text: string) {
  const { status, stdout, stderr } = spawnSync("promtool", ["check", "metrics"], { encoding: "utf8", input: text });
  return { status, said: stdout + stderr };
}
