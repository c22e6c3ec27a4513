import { endpoints } from "../../server/operator/contract";
import { BEHAVIOURS, type Behaviour } from "./behaviours";
import { CRASHES, type CrashPoint } from "./crashes";
import { FAULTS, type UpstreamFault } from "./faults";
import { OPERATIONS, type Operation } from "./operations";
import { REWARDS } from "./rewards";
import { SHAPES, type Shape } from "./shapes";

interface Row {
  id: string;
  what: string;
  slow?: boolean;
}

/** A test case: what goes wrong, in which operation, in which kind of browser. */
export interface Case<What extends Row = Row> {
  row: What;
  op: Operation;
  shape: Shape;
  title: string;
}

const crossed = <What extends Row>(rows: readonly What[], shapes: readonly Shape[]): Case<What>[] =>
  rows.flatMap((row) =>
    OPERATIONS.flatMap((op) =>
      shapes.map((shape) => ({ row, op, shape, title: `${row.id} ${row.what}: ${op.name}, ${shape}` })),
    ),
  );

const all = {
  /** Faults that affect only one member. */
  upstream: crossed<UpstreamFault>(
    FAULTS.filter(({ means }) => !("unreachable" in means)),
    SHAPES,
  ),
  /** Faults of the network, which affect the next request of any member. */
  network: crossed<UpstreamFault>(
    FAULTS.filter(({ means }) => "unreachable" in means),
    SHAPES,
  ),
  behaviours: crossed<Behaviour>(BEHAVIOURS, SHAPES),
  /** For crashes of the process, the kind of browser does not matter. */
  crashes: crossed<CrashPoint>(CRASHES, ["scripts"]),
};

/** The timeout of an upload is five minutes. */
const long = ({ row, op }: Case) => row.slow === true && endpoints[op.name].upload;

/** Each fault in each operation in one of the two browsers, by turns: each fault and each operation meets both. */
function byTurns<One extends Case>(list: readonly One[]): One[] {
  const rows = [...new Set(list.map(({ row }) => row.id))];
  return list.filter(
    ({ row, op, shape }) => shape === SHAPES[(rows.indexOf(row.id) + OPERATIONS.indexOf(op)) % SHAPES.length],
  );
}

/**
 * Each row in one of the rewards, by turns, because their proof is the same. Two rows in turn have the same reward, so
 * that `byTurns` gives it both browsers.
 */
function sharedOut<One extends Case>(list: readonly One[]): One[] {
  const ids = [...new Set(list.map(({ row }) => row.id))];
  const turn = (id: string) => Math.floor(ids.indexOf(id) / SHAPES.length) % REWARDS.length;
  return list.filter(({ row, op }) => !REWARDS.includes(op) || REWARDS.indexOf(op) === turn(row.id));
}

const without = <One extends Case>(list: readonly One[]) => list.filter((one) => !long(one));

/**
 * The cases of this run: all, or with `FAULTS=quick` those of `npm test`, where a fault meets each operation in one browser,
 * the rewards share the faults, and nothing waits for the timeout of an upload.
 */
export const cases: typeof all =
  process.env.FAULTS === "quick"
    ? {
        upstream: sharedOut(without(byTurns(all.upstream))),
        network: sharedOut(without(byTurns(all.network))),
        behaviours: sharedOut(all.behaviours),
        crashes: sharedOut(without(all.crashes)),
      }
    : all;
