import type { Log } from "../log";
import type { Fitness } from "../operator/fitness";

/** Milliseconds between two probes, however often somebody asks. */
const PAUSE_MS = 10_000;

export interface OperatorWatch {
  /** How the operator is, at most 10 s ago. Never rejects. */
  look(): Promise<Fitness>;
  /** Whether it was fit once since the start of the process. */
  readonly wasFit: boolean;
}

interface Options {
  /** Must have a deadline. */
  probe(): Promise<Fitness>;
  /** Epoch milliseconds. */
  now(): number;
  log: Log;
}

/** Probes the operator when somebody asks, and logs what has changed. */
export function watchOperator({ probe, now, log }: Options): OperatorWatch {
  let known: { at: number; fitness: Promise<Fitness> } | null = null;
  let wasFit = false;
  let before = "up";

  const look = async (): Promise<Fitness> => {
    const fitness = await probe();
    if (fitness.state === "up") wasFit = true;
    const { state, ...why } = fitness;
    // Calls that fail have lines of their own: only a misfit needs somebody who changes a setting.
    if (state !== before) log[state === "misfit" ? "error" : "info"]({ operator: state, ...why }, "operator probed");
    before = state;
    return fitness;
  };
  return {
    look() {
      if (!known || now() - known.at >= PAUSE_MS) known = { at: now(), fitness: look() };
      return known.fitness;
    },
    get wasFit() {
      return wasFit;
    },
  };
}
