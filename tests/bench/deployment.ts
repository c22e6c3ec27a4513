import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../support/root";
import { startProduct, type Product } from "../support/product";
import { Visitor } from "../support/visitor";

export interface Deployment {
  product: Product;
  /** Its operator, whose desk pays, settles and makes members. */
  operator: Product;
  stop(): Promise<void>;
}

/** What a container tells Node: how far its memory may grow before it collects. */
const NODE_OPTIONS = /NODE_OPTIONS: (.+)/.exec(readFileSync(join(root, "compose.yaml"), "utf8"))![1]!;

/**
 * The built product under the rules of production, rate limits included, as behind one proxy. Its operator is the sandbox of
 * another process, so that what is measured is the product alone.
 * @param nodeOptions what Node is given besides the product
 */
export async function deploy(nodeOptions: string[] = [], env: Record<string, string> = {}): Promise<Deployment> {
  const operator = await startProduct();
  // A real operator reads slips on processors of its own.
  await operator.desk.switches({ slipReadMs: 3_600_000 });
  const product = await startProduct({
    command: [...nodeOptions, "build/server.mjs"],
    env: {
      OPERATOR_API_URL: new URL(operator.deskUrl).origin,
      OPERATOR_NAME: "Bench",
      LICENCE_TEXT: "Licence 1",
      MIN_AGE: "20",
      HELPLINES: "Help=1323",
      TRUST_PROXY: "1",
      RATE_LIMITS: "on",
      LOG_LEVEL: "info",
      NODE_OPTIONS,
      LOOKUP_CACHE_S: "60",
      // A new store would keep money operations closed for minutes.
      QUIET_S: "1",
      CLOSED_S: "1",
      ...env,
    },
  });
  const stop = async () => void (await Promise.all([product.stop(), operator.stop()]));
  return { product, operator, stop };
}

/** A new member with money, signed in from this address. */
export async function memberAt({ product, operator }: Deployment, address: string) {
  const { username, password } = await operator.desk.createMember({ wallet: 1_000_000_00, games: { PG: 0 } });
  const visitor = new Visitor(product.url, "br", () => ({ "X-Forwarded-For": address }));
  const home = await visitor.submit(await visitor.get("/login"), { username, password });
  if (home.path !== "/user/home") throw new Error(`Sign-in ended at ${home.path} with ${home.status}`);
  return { username, password, visitor };
}
