import { endpoints } from "../../server/operator/contract";
import { BEHAVIOURS, type Behaviour } from "./behaviours";
import { CRASHES, type CrashPoint } from "./crashes";
import { FAULTS, type UpstreamFault } from "./faults";
import { OPERATIONS, type Operation } from "./operations";
import { SHAPES, type Shape } from "./shapes";

interface Row {
  id: string;
  what: string;
  slow?: boolean;
}

/** One case of the battery: what goes wrong, in which operation, in which kind of browser. */
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
  /** Faults that one member meets while others go on undisturbed. */
  upstream: crossed<UpstreamFault>(
    FAULTS.filter(({ means }) => !("unreachable" in means)),
    SHAPES,
  ),
  /** Faults of the way to the operator, which meet whoever comes next. */
  network: crossed<UpstreamFault>(
    FAULTS.filter(({ means }) => "unreachable" in means),
    SHAPES,
  ),
  behaviours: crossed<Behaviour>(BEHAVIOURS, SHAPES),
  /** What a browser is makes no difference to a process that is killed. */
  crashes: crossed<CrashPoint>(CRASHES, ["scripts"]),
};

/** The deadline of an upload is five minutes. */
const long = ({ row, op }: Case) => row.slow === true && endpoints[op.name].upload;

const without = <One extends Case>(list: One[]) => list.filter((one) => !long(one));

/** The cases of this run: all, or with `FAULTS=quick` those that end before an upload is given up. */
export const cases: typeof all =
  process.env.FAULTS === "quick"
    ? {
        upstream: without(all.upstream),
        network: without(all.network),
        behaviours: without(all.behaviours),
        crashes: without(all.crashes),
      }
    : all;
