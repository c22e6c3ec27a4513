/** Bundles the programs in `build/`: each is `NAME.mjs` with its packages, so that Node reads few files at start. */
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

/** To add a program, add its source. Programs share files for common code. */
const PROGRAMS = {
  server: "server.ts",
  pages: "build/remix/server/index.js",
  /** Worker threads that read pictures. */
  codes: "server/codes/worker.ts",
  /** Loaded only without a real operator. The image for production does not contain it. */
  sandbox: "server/sandbox/index.ts",
  audit: "bin/audit.ts",
  backup: "bin/backup.ts",
  restore: "bin/restore.ts",
  /** Compares an operator with the contract. */
  conform: "bin/conform.ts",
};

/** Packages that stay in `node_modules`, because they have a native part. */
export const NATIVE = ["libsql"];

/** Loaded only by `npm run dev`. */
const DEVELOPMENT = ["vite", "esbuild"];

/** Remix's polyfills of what Node has since version 18. Nothing calls them. */
const POLYFILLS = ["@remix-run/web-fetch"];

/** Bundled CommonJS packages call `require`, which ES modules do not have. */
const REQUIRE = `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);`;

/** Leaves out zod's messages in 60 languages. Ours are in `locales/`, and zod imports its English ones separately. */
const WITHOUT_ZOD_LANGUAGES: Plugin = {
  name: "without-zod-languages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer }) =>
      importer.includes("/node_modules/zod/") ? { path: "none", namespace: "languages" } : null,
    );
    onLoad({ filter: /^none$/, namespace: "languages" }, () => ({ contents: "export {};" }));
  },
};

export async function bundlePrograms(root: string, out: string): Promise<void> {
  await build({
    entryPoints: Object.fromEntries(Object.entries(PROGRAMS).map(([name, source]) => [name, join(root, source)])),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: [...NATIVE, ...DEVELOPMENT, ...POLYFILLS],
    plugins: [WITHOUT_ZOD_LANGUAGES],
    banner: { js: REQUIRE },
    sourcemap: false,
    legalComments: "none",
    logLevel: "warning",
  });
}
