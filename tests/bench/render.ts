/**
 * `npm run bench:render [-- --quick]`: pages per second of the built product, compared with a bare Express server that
 * sends the same bytes with the same compression, and one that runs `renderToStaticMarkup` on the same tree. Only ratios of
 * the same run are comparable. Asserts nothing. The operator runs in a separate process, as in production.
 *
 * The load generator and the operator take processors too, and the product waits for the operator. So the processor time
 * of a page is there beside its rate: it says how many pages a core can serve.
 */
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { demoMember, signedIn } from "../support/demo";
import { freePorts, startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";
import { processorTime, row } from "./resources";

const quick = process.argv.includes("--quick");
const SECONDS = quick ? 3 : 10;
/** Seconds of use before anything is measured: the product is twice as fast once its code is compiled. */
const WARM_UP = quick ? 3 : 15;
const CONNECTIONS = quick ? [16] : [1, 16, 64];

const [bytesPort, treePort] = await freePorts(2);
const servers = { product: "", bytes: `http://127.0.0.1:${bytesPort}`, tree: `http://127.0.0.1:${treePort}` };

const operator = await startProduct();
const product = await startProduct({
  command: ["--import", "tsx", fileURLToPath(new URL("tree.ts", import.meta.url))],
  env: {
    // Production does not allow switching rate limits off. React is its production build anyway.
    NODE_ENV: "test",
    OPERATOR_API_URL: new URL(operator.deskUrl).origin,
    LOOKUP_CACHE_S: "60",
    BENCH_BYTES_PORT: String(bytesPort),
    BENCH_TREE_PORT: String(treePort),
  },
});
servers.product = product.url.replace("localhost", "127.0.0.1");

interface Sample {
  pages: number;
  p50: number;
  p99: number;
  /** Milliseconds of processor time for a page, of the process that has all three servers. */
  cost: number;
}

async function measure(
  pid: number,
  url: string,
  connections: number,
  headers: Record<string, string>,
): Promise<Sample> {
  await autocannon({ url, connections, headers, duration: 1 });
  const before = processorTime(pid);
  const result = await autocannon({ url, connections, headers, duration: SECONDS });
  const cost = (processorTime(pid) - before) / result.requests.total;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`);
  return { pages: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, cost };
}

const HEADER = [
  "page",
  "connections",
  "product /s",
  "p50 ms",
  "p99 ms",
  "same bytes /s",
  "same tree /s",
  "of bytes",
  "of tree",
  "product ms",
  "same tree ms",
  "of tree",
];

async function run(product: Product) {
  const guest = new Visitor(product.url);
  const member = await signedIn(product, demoMember(operator));
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${SECONDS} s a measurement\n`);
  row(HEADER);
  row(HEADER.map(() => "---"));
  for (const [page, visitor] of [
    ["/login", guest],
    ["/user/home", member],
    ["/user/statement", member],
  ] as const) {
    // Only a first visit has the stylesheet in the page.
    const [stylesheet] = /\/assets\/styles-\w+\.css/.exec((await visitor.get("/contact")).text)!;
    await visitor.get(stylesheet);
    // The bare servers send what the product has rendered once.
    const { status } = await visitor.get(page);
    if (status !== 200) throw new Error(`${page} answers ${status}:\n${product.output()}`);
    const headers = {
      "accept-encoding": "br",
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      host: new URL(product.url).host,
    };
    for (const server of Object.values(servers))
      await autocannon({ url: server + page, connections: 16, headers, duration: WARM_UP });
    for (const connections of CONNECTIONS) {
      const own = await measure(product.pid()!, servers.product + page, connections, headers);
      const bytes = await measure(product.pid()!, servers.bytes + page, connections, headers);
      const tree = await measure(product.pid()!, servers.tree + page, connections, headers);
      const rates = [own.pages, bytes.pages, tree.pages].map((value) => Math.round(value));
      const ratios = [own.pages / bytes.pages, own.pages / tree.pages].map((value) => value.toFixed(2));
      const costs = [own.cost, tree.cost, tree.cost / own.cost].map((value) => value.toFixed(2));
      row([page, connections, rates[0]!, own.p50, own.p99, rates[1]!, rates[2]!, ...ratios, ...costs]);
    }
  }
}

try {
  await run(product);
} finally {
  await Promise.all([product.stop(), operator.stop()]);
}
