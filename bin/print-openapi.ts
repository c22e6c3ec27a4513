/**
 * The operator's API as an OpenAPI document: `npm run --silent contract` prints it, `npm run contract -- --write` renews
 * the committed file.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { openapi } from "../server/operator/contract/document";

const file = fileURLToPath(new URL("../server/operator/openapi.json", import.meta.url));
const style = await resolveConfig(file);
const text = await format(JSON.stringify(openapi()), { ...style, filepath: file });
if (process.argv.includes("--write")) writeFileSync(file, text);
else process.stdout.write(text);
