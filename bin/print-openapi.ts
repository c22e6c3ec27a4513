/** Writes the operator's API as an OpenAPI document: `npm run contract`. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { openapi } from "../server/operator/contract/document";

const file = fileURLToPath(new URL("../server/operator/openapi.json", import.meta.url));
const style = await resolveConfig(file);
writeFileSync(file, await format(JSON.stringify(openapi()), { ...style, filepath: file }));
