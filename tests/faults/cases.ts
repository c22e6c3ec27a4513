import { endpoints } from "../../server/operator/contract";
import { createRandom } from "../simulation/random";
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

const SAMPLE = Number(process.env.FAULT_SAMPLE ?? 0);
export const SEED = Number(process.env.FAULT_SEED ?? 20261120);
/** This run is a sample. */
export const sampling = SAMPLE > 0;

/** The cases of this run: all, or with `FAULT_SAMPLE=N` about N of them, every row and operation as evenly as can be. */
export const cases: typeof all = sampling ? sampled(all, SAMPLE, SEED) : all;

/** The deadline of an upload is five minutes. */
const tooLong = ({ row, op }: Case) => row.slow === true && endpoints[op.name].upload;

function sampled(whole: typeof all, size: number, seed: number): typeof all {
  const random = createRandom(seed);
  const shuffled = Object.values(whole)
    .flat<Case[][]>()
    .filter((one) => !tooLong(one))
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
  const counts = new Map<string, number>();
  const countOf = (name: string) => counts.get(name) ?? 0;
  const keys = ({ row, op, shape }: Case) => [row.id, op.name, shape];
  /** A row that has not been there at all comes first. */
  const weight = (one: Case) => countOf(one.row.id) * 1_000 + countOf(one.op.name) * 2 + countOf(one.shape);
  const chosen = new Set<Case>();
  while (chosen.size < Math.min(size, shuffled.length)) {
    const next = shuffled
      .filter((one) => !chosen.has(one))
      .reduce((best, one) => (weight(one) < weight(best) ? one : best));
    chosen.add(next);
    for (const key of keys(next)) counts.set(key, countOf(key) + 1);
  }
  const kept = <One extends Case>(list: One[]) => list.filter((one) => chosen.has(one));
  return {
    upstream: kept(whole.upstream),
    network: kept(whole.network),
    behaviours: kept(whole.behaviours),
    crashes: kept(whole.crashes),
  };
}
