/**
 * Products that end-to-end tests share. The test run starts each product on first use and ends all of them. Workers
 * start and end with files, projects and failures, so they ask for their product by HTTP.
 */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { Desk, type SandboxSwitches } from "./desk";
import { startProduct, type Product, type ProductOptions } from "./product";

/** Identifies a product that no other worker uses at the same time. */
interface Wish {
  /** Index of the worker among those that run at the same time. */
  slot: number;
  market: "th" | "la";
}

interface Known {
  url: string;
  deskUrl: string;
  market: "th" | "la";
  /** Its switches at the start, which are restored after each test. */
  switches: SandboxSwitches;
}

/** A product as tests see it. Only the run that started it can end it. */
export interface SharedProduct extends Known {
  desk: Desk;
  /** Everything it has printed. */
  output(): Promise<string>;
}

/** The environment variable with the URL where workers find their products. */
const ADDRESS = "JOURNEY_PRODUCTS";

/** Starts a server that hands out products with these settings. @returns a function that ends all of them */
export async function shareProducts(options: ProductOptions): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<{ product: Product; known: Known }>>();
  const start = async ({ market }: Wish) => {
    const product = await startProduct({ ...options, market });
    const { url, deskUrl, desk } = product;
    return { product, known: { url, deskUrl, market, switches: await desk.switches({}) } };
  };
  const server = createServer(async (request, response) => {
    try {
      const wish = (await json(request)) as Wish;
      const key = JSON.stringify(wish);
      const wished = started.get(key) ?? start(wish);
      started.set(key, wished);
      const { product, known } = await wished;
      response.end(request.url === "/output" ? product.output() : JSON.stringify(known));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const all = await Promise.allSettled(started.values());
    await Promise.all(all.map((one) => one.status === "fulfilled" && one.value.product.stop()));
  };
}

/** The product of this worker. */
export async function sharedProduct(wish: Wish): Promise<SharedProduct> {
  const ask = async (path: string) => {
    const answer = await fetch(process.env[ADDRESS] + path, { method: "POST", body: JSON.stringify(wish) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  const known = JSON.parse(await ask("/")) as Known;
  return { ...known, desk: new Desk(new URL(known.deskUrl).origin), output: () => ask("/output") };
}
