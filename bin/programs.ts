/** The programs in `build/`: each is `NAME.mjs`, bundled with its packages, so that Node reads few files at the start. */
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

/** To add a program, add its source. What several programs need stands in files that they share. */
const PROGRAMS = {
  server: "server.ts",
  pages: "build/remix/server/index.js",
  /** Worker threads that read pictures. */
  codes: "server/codes/worker.ts",
  /** Loaded only without a real operator; the image for production leaves it out. */
  sandbox: "server/sandbox/index.ts",
  audit: "bin/audit.ts",
  backup: "bin/backup.ts",
  restore: "bin/restore.ts",
};

/** Packages that stay in `node_modules`: the database's driver has a native part. */
export const NATIVE = ["libsql"];

/** Loaded only by `npm run dev`, from the sources. */
const DEVELOPMENT = ["vite", "esbuild"];

/** Remix's stand-ins for what Node has had since version 18. Nothing calls them. */
const POLYFILLS = ["@remix-run/web-fetch"];

/** Bundled packages in the older module format call `require`, which a module does not have. */
const REQUIRE = `import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);`;

/** zod's messages in 60 languages: ours are in `locales/`, and zod imports its English ones by their own file. */
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
