/**
 * The rest of `npm run build`, after Vite has bundled the pages into `build/remix/server`:
 * the stylesheet and the enhancement script (hashed, precompressed), `build/assets.json` with what each page inlines of the
 * stylesheet, the server as `build/server.mjs` with its worker thread, `build/codes.mjs`, and the operator's commands.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";
import { build, transform, type CommonOptions } from "esbuild";
import { criticalStyles } from "./critical-styles";
import { inlineTokens } from "./inline-tokens";
import { wordsOfPages } from "./page-words";
import { aboveFloor, TARGET } from "./syntax-floor";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "build");
const folder = join(out, "assets");

/** Where the files are served from; they never change under their name. */
const BASE = "/assets/";

/** Each is a file of this name in `bin/`, and becomes one in `build/`. */
const COMMANDS = ["audit", "backup", "restore"];

const SMALL: CommonOptions = {
  minify: true,
  target: TARGET,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};

/** Bundles and minifies one file for browsers. */
async function bundle(entry: string): Promise<string> {
  const entryPoints = [join(root, entry)];
  const loader = { ".svg": "dataurl" } as const;
  const result = await build({ ...SMALL, entryPoints, loader, bundle: true, write: false, format: "esm" });
  return result.outputFiles[0]!.text.trim();
}

async function stylesheet(): Promise<string> {
  const { code } = await transform(inlineTokens(await bundle("app/styles.css")), { ...SMALL, loader: "css" });
  return code.trim();
}

/** Writes `text` under a name made of its content, as it is, brotli and gzip. */
function publish(name: string, extension: string, text: string): { href: string; hash: string } {
  const hash = createHash("sha256").update(text).digest("base64url").replace(/[-_]/g, "").slice(0, 10);
  const file = `${name}-${hash}.${extension}`;
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(folder, file), bytes);
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  return { href: BASE + file, hash };
}

const bundledPages = join(out, "remix/server/index.js");
if (!existsSync(bundledPages)) throw new Error("The pages are not built: run `npm run build`.");
const { routes } = (await import(pathToFileURL(bundledPages).href)) as ServerBuild;

// What an earlier build made and this one does not would be shipped. Files with a dot are `bin/build-if-stale`'s.
for (const name of readdirSync(out)) {
  if (name !== "remix" && !name.startsWith(".")) rmSync(join(out, name), { recursive: true });
}
mkdirSync(folder);

const [style, script] = await Promise.all([stylesheet(), bundle("app/enhance/index.ts")]);
const newer = aboveFloor(script);
if (newer.length > 0)
  throw new Error(`The script is above its browsers' floor (${TARGET.join(", ")}):\n${newer.join("\n")}`);

const css = { ...publish("styles", "css", style), text: style };
const { href } = publish("enhance", "js", script);
const words = await wordsOfPages(root, routes);
const pages = Object.fromEntries([...words].map(([page, known]) => [page, criticalStyles(style, known)]));
writeFileSync(join(out, "assets.json"), JSON.stringify({ css, script: { href }, pages }));

// React's own browser bundle, which no page loads.
rmSync(join(out, "remix/client"), { recursive: true, force: true });

await build({
  entryPoints: {
    server: join(root, "server.ts"),
    codes: join(root, "server/codes/worker.ts"),
    ...Object.fromEntries(COMMANDS.map((name) => [name, join(root, `bin/${name}.ts`)])),
  },
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: false,
  legalComments: "none",
  logLevel: "warning",
});
