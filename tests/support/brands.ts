import { join } from "node:path";
import { root } from "./root";

/** The examples in docs/brands. */
export const BRANDS = ["lantern", "river"] as const;

export const brandFile = (name: (typeof BRANDS)[number]) => join(root, `docs/brands/${name}.json`);
