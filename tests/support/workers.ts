import { readFileSync } from "node:fs";
import type { Product } from "./product";
import { Visitor } from "./visitor";

/** The process ids of the product's workers, as the system knows them. */
export function workersOf(product: Product): number[] {
  const pid = product.pid()!;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

/** A browser whose every request is a connection of its own: two in a row reach two workers. `more`: other headers. */
export const roaming = (product: Product, more: Record<string, string> = {}) =>
  new Visitor(product.url, "br", () => ({ Connection: "close", ...more }));

/** The processes that wrote the audit lines of this step, in the log's order. */
export const processesThat = (step: string, output: string): number[] =>
  output
    .split("\n")
    .filter((line) => line.includes('"kind":"audit"') && line.includes(`"step":"${step}"`))
    .map((line) => Number((JSON.parse(line) as { instance: string }).instance.split(":")[1]));
