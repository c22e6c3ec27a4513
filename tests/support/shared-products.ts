/**
 * Products that journeys share. The run of the tests starts each when it is first asked for and ends all of them; workers,
 * which come and go with files, projects and failures, ask for theirs by HTTP.
 */
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { Desk, type SandboxSwitches } from "./desk";
import { startProduct, type Product, type ProductOptions } from "./product";

/** Which product: one that no other worker uses at the same time. */
interface Wish {
  /** The number of the worker among those that run at once. */
  slot: number;
  market: "th" | "la";
}

interface Known {
  url: string;
  deskUrl: string;
  market: "th" | "la";
  /** Its switches at the start, to be restored after a journey that changed some. */
  switches: SandboxSwitches;
}

/** A product as a journey knows it. Only the run that started it can end it. */
export interface SharedProduct extends Known {
  desk: Desk;
  /** What it has printed so far. */
  output(): Promise<string>;
}

/** Where workers find the products of their run. */
const ADDRESS = "JOURNEY_PRODUCTS";

/** Starts handing out products with these settings. @returns ends all of them */
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
