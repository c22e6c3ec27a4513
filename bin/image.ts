/**
 * Makes the content of the image in a new folder: `node --import tsx bin/image.ts FOLDER`. The Dockerfile copies the
 * folder. It does not contain the sandbox.
 */
import { cpSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { NATIVE } from "./programs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files that production never loads. Those with a dot belong to `bin/build-if-stale`. */
const LEFT_OUT = /^(\.|sandbox\.mjs$|dev-)/;

/** The clips of the guides, in `public`. */
const SANDBOX_ONLY = "clips";

/**
 * Folders of the packages that are read when `names` are loaded. Of native packages, only the one for this platform is.
 */
function packagesOf(names: string[]): string[] {
  const require = createRequire(join(root, "package.json"));
  // Packages that this script has loaded for itself.
  const before = new Set(Object.keys(require.cache));
  for (const name of names) require(name);
  const files = Object.keys(require.cache).filter((file) => !before.has(file));
  return [...new Set(files.map((file) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(file)![0]))];
}

export function writeImage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const put = (path: string, filter = (_name: string) => true) =>
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      // Copies linked packages as files.
      dereference: true,
      filter: (source) => source === join(root, path) || filter(basename(source)),
    });
  put("package.json");
  put("public", (name) => name !== SANDBOX_ONLY);
  put("bin/healthcheck");
  put("build", (name) => !LEFT_OUT.test(name));
  for (const path of packagesOf(NATIVE)) put(path.slice(root.length), (name) => !/\.(md|d\.ts|map)$/.test(name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error("Usage: node --import tsx bin/image.ts FOLDER");
  writeImage(folder);
}
