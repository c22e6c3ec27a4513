/**
 * The second part of `npm run build`, after Vite has bundled the pages into `build/remix/server`: the stylesheet and
 * the client script (hashed and compressed), `build/assets.json` with the critical styles of each page, and the
 * programs (`bin/programs.ts`).
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { ServerBuild } from "@remix-run/node";
import { build, type BuildOptions } from "esbuild";
import { transform } from "lightningcss";
import { criticalStyles } from "./critical-styles";
import { inlineTokens } from "./inline-tokens";
import { wordsOfPages } from "./page-words";
import { bundlePrograms } from "./programs";
import { reactDomAsModule } from "./react-dom-as-module";
import { aboveFloor, STYLE_TARGETS, TARGET } from "./syntax-floor";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "build");
const folder = join(out, "assets");

/** The URL of the files. A file never changes, because its name contains its hash. */
const BASE = "/assets/";

const BUNDLED = {
  bundle: true,
  write: false,
  format: "esm",
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  minify: true,
  target: TARGET,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
} satisfies BuildOptions;

/** Bundles and minifies one file for browsers. */
async function bundle(entry: string): Promise<string> {
  const entryPoints = [join(root, entry)];
  const result = await build({ ...BUNDLED, entryPoints, loader: { ".svg": "dataurl" } });
  return result.outputFiles[0]!.text.trim();
}

/** Bundles a script whose dynamic imports are files of their own. The first one is the script. */
async function bundleInParts(name: string, entry: string): Promise<{ file: string; text: string }[]> {
  const result = await build({
    ...BUNDLED,
    entryPoints: [join(root, entry)],
    outdir: folder,
    entryNames: `${name}-[hash]`,
    chunkNames: "[name]-[hash]",
    splitting: true,
    plugins: [reactDomAsModule],
  });
  return result.outputFiles.map(({ path, text }) => ({ file: basename(path), text: text.trim() }));
}

/** The stylesheet, in what its oldest browsers understand. */
async function stylesheet(): Promise<string> {
  const code = Buffer.from(inlineTokens(await bundle("app/styles.css")));
  return transform({ filename: "styles.css", code, targets: STYLE_TARGETS, minify: true }).code.toString();
}

/** Publishes `text` under a name with its hash. */
function publish(name: string, extension: string, text: string): { href: string; hash: string } {
  const hash = createHash("sha256").update(text).digest("base64url").replace(/[-_]/g, "").slice(0, 10);
  return { href: write(`${name}-${hash}.${extension}`, text), hash };
}

/** Writes `text` uncompressed, with brotli and with gzip. Returns its URL. */
function write(file: string, text: string): string {
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(folder, file), bytes);
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  return BASE + file;
}

const bundledPages = join(out, "remix/server/index.js");
if (!existsSync(bundledPages)) throw new Error("The pages are not built: run `npm run build`.");
const { routes } = (await import(pathToFileURL(bundledPages).href)) as ServerBuild;

// Files of earlier builds would be shipped. Those with a dot belong to `bin/build-if-stale`.
for (const name of readdirSync(out)) {
  if (name !== "remix" && !name.startsWith(".")) rmSync(join(out, name), { recursive: true });
}
mkdirSync(folder);

const [style, scripts, chat] = await Promise.all([
  stylesheet(),
  bundleInParts("enhance", "app/enhance/index.ts"),
  bundleInParts("chat", "app/chat/index.ts"),
]);
const newer = scripts.flatMap(({ text }) => aboveFloor(text));
if (newer.length > 0)
  throw new Error(`The script is above its browsers' floor (${TARGET.join(", ")}):\n${newer.join("\n")}`);

const css = { ...publish("styles", "css", style), text: style };
const [href] = scripts.map(({ file, text }) => write(file, text));
const [chatHref, ...parts] = chat.map(({ file, text }) => write(file, text));
const words = await wordsOfPages(root, routes);
const pages = Object.fromEntries([...words].map(([page, known]) => [page, criticalStyles(style, known)]));
writeFileSync(
  join(out, "assets.json"),
  JSON.stringify({ css, script: { href }, chat: { href: chatHref, parts }, pages }),
);

await bundlePrograms(root, out);
// It is now in `pages.mjs`.
rmSync(join(out, "remix"), { recursive: true });
