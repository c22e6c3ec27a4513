/**
 * Puts together what the image holds, in a new folder: `node --import tsx bin/image.ts FOLDER`. The Dockerfile copies the
 * folder as it is. The sandbox is not in it.
 */
import { cpSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { NATIVE } from "./programs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What no process of production loads. Files with a dot are `bin/build-if-stale`'s. */
const LEFT_OUT = /^(\.|sandbox\.mjs$|dev-)/;

/** Folders of the packages that loading `names` reads here: of native parts only the one for this platform. */
function packagesOf(names: string[]): string[] {
  const require = createRequire(join(root, "package.json"));
  // This script itself has loaded others.
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
      // What npm has linked is copied as files.
      dereference: true,
      filter: (source) => source === join(root, path) || filter(basename(source)),
    });
  put("package.json");
  put("public");
  put("bin/healthcheck");
  put("build", (name) => !LEFT_OUT.test(name));
  for (const path of packagesOf(NATIVE)) put(path.slice(root.length), (name) => !/\.(md|d\.ts|map)$/.test(name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error("Usage: node --import tsx bin/image.ts FOLDER");
  writeImage(folder);
}
