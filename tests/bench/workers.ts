/**
 * `npm run bench:workers [-- --quick]`: pages per second of the built product with one worker and with two, in turn. Only
 * ratios of the same run are comparable. Asserts nothing. The operator and the load are processes of their own; their
 * share of the machine's cores is printed, because the product gets what they leave.
 */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import autocannon from "autocannon";
import { demoMember, signedIn } from "../support/demo";
import { startProduct, type Product } from "../support/product";
import { workersOf } from "../support/workers";

const quick = process.argv.includes("--quick");
const SECONDS = quick ? 3 : 8;
const ROUNDS = quick ? 2 : 5;
const CONNECTIONS = 32;
/** Clock ticks of `/proc` in a second. */
const TICKS = 100;

/** Seconds of CPU time that a process has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

const operator = await startProduct();
const start = (workers: number) =>
  startProduct({
    env: {
      NODE_ENV: "test",
      OPERATOR_API_URL: new URL(operator.deskUrl).origin,
      LOOKUP_CACHE_S: "60",
      WORKERS: String(workers),
    },
  });
const products = new Map<number, Product>();
for (const workers of [1, 2]) products.set(workers, await start(workers));

async function measure(product: Product, path: string, headers: Record<string, string>) {
  const url = product.url.replace("localhost", "127.0.0.1") + path;
  const own = () => [product.pid()!, ...workersOf(product)].reduce((sum, pid) => sum + cpuOf(pid), 0);
  await autocannon({ url, connections: CONNECTIONS, headers, duration: 1 });
  const before = { own: own(), load: cpuOf(process.pid), operator: cpuOf(operator.pid()!), at: performance.now() };
  const { requests, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, headers, duration: SECONDS });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} bad answers, ${errors} errors`);
  const seconds = (performance.now() - before.at) / 1000;
  return {
    pages: requests.average,
    own: (own() - before.own) / seconds,
    load: (cpuOf(process.pid) - before.load) / seconds,
    operator: (cpuOf(operator.pid()!) - before.operator) / seconds,
  };
}

type Sample = Awaited<ReturnType<typeof measure>>;
/** The lower one of two in the middle. */
const median = (numbers: number[]) => numbers.sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)]!;
const row = (cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);

try {
  const total = cpus().length;
  console.log(`Node ${process.version}, ${total} x ${cpus()[0]?.model.trim()}, ${ROUNDS} rounds of ${SECONDS} s\n`);
  const header = ["page", "one /s", "two /s", "ratio", "ratios of the rounds", "cores: product", "load", "operator"];
  row([...header, "pages per core second"]);
  row([...header, ""].map(() => "---"));
  for (const path of ["/login", "/user/home"]) {
    const samples = new Map<number, Sample[]>([1, 2].map((workers) => [workers, []]));
    const headersOf = new Map<number, Record<string, string>>();
    for (const [workers, product] of products) {
      const visitor = await signedIn(product, demoMember(operator));
      const cookie =
        path === "/login" ? "" : [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      headersOf.set(workers, { "accept-encoding": "br", cookie, host: new URL(product.url).host });
    }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [workers, product] of products)
        samples.get(workers)!.push(await measure(product, path, headersOf.get(workers)!));
    const [one, two] = [samples.get(1)!, samples.get(2)!];
    const ratios = one.map(({ pages }, round) => two[round]!.pages / pages);
    const both = (name: keyof Sample) =>
      [one, two].map((all) => median(all.map((sample) => sample[name])).toFixed(2)).join(" → ");
    const perCore = [one, two].map((all) => Math.round(median(all.map(({ pages, own }) => pages / own)))).join(" → ");
    const rates = [one, two].map((all) => Math.round(median(all.map(({ pages }) => pages))));
    const spread = ratios.map((ratio) => ratio.toFixed(2)).join(" ");
    row([path, ...rates, median([...ratios]).toFixed(2), spread, both("own"), both("load"), both("operator"), perCore]);
  }
} finally {
  await Promise.all([...products.values(), operator].map((product) => product.stop()));
}
