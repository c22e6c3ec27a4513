import { test } from "vitest";
import type { Case } from "./cases";

/** Limits concurrency: at most `atOnce` run at the same time, others wait. */
export function lane(atOnce: number) {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work: () => Promise<void>): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export type Lane = ReturnType<typeof lane>;

/** Includes the time a test waits in its lane. */
const TIMEOUT_MS = 1_200_000;

/** Defines a concurrent test for each case, limited by its lane. Records in `outcomes` whether each passed. */
export function battery<One extends Case>(
  cases: readonly One[],
  outcomes: Map<Case, boolean>,
  laneOf: (one: One) => Lane,
  run: (one: One) => Promise<void>,
): void {
  for (const one of cases) {
    test.concurrent(one.title, { timeout: TIMEOUT_MS }, () =>
      laneOf(one)(async () => {
        outcomes.set(one, false);
        await run(one);
        outcomes.set(one, true);
      }),
    );
  }
}

/** A table of passed and total cases for each row and operation. */
export function table(outcomes: ReadonlyMap<Case, boolean>): string {
  const done = [...outcomes];
  const operations = [...new Set(done.map(([{ op }]) => op.name))].sort();
  const rows = [...new Map(done.map(([{ row }]) => [row.id, row])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const cell = (id: string, op: string) => {
    const here = done.filter(([one]) => one.row.id === id && one.op.name === op);
    const passed = here.filter(([, well]) => well).length;
    if (here.length === 0) return "";
    return passed === here.length ? `${passed}` : `${passed}/${here.length} FAILED`;
  };
  const heads = rows.map(({ id, what }) => `${id} ${what}`);
  const width = Math.max(...heads.map(({ length }) => length), 0) + 2;
  const line = (head: string, cells: string[]) =>
    head.padEnd(width) + cells.map((text, at) => text.padEnd(Math.max(operations[at]!.length, 10) + 2)).join("");
  const passed = done.filter(([, well]) => well).length;
  return [
    line("", operations),
    ...rows.map(({ id }, at) =>
      line(
        heads[at]!,
        operations.map((op) => cell(id, op)),
      ),
    ),
    `${passed} cases passed, ${done.length - passed} failed`,
  ].join("\n");
}
