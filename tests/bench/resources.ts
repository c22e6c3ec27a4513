import { readdirSync, readFileSync } from "node:fs";

const MB = 1024 * 1024;

/** What a process holds, as Linux says: resident memory in megabytes, and open descriptors. */
export function held(pid: number): { memory: number; descriptors: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const memory = (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / MB;
  return { memory, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** Processor time in milliseconds that a process has used, in user and system mode (ticks of 10 ms). */
export function processorTime(pid: number): number {
  // The name, in brackets, may hold spaces. After it, user and system time are fields 12 and 13.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The value that `share` of all values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** Prints a row of a Markdown table. */
export const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
