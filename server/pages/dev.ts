import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import type { BuildResult } from "esbuild";
import { NEVER_KEPT, type BuiltAssets } from "./assets";

const BUNDLED = [
  "react",
  "react-dom",
  "scheduler",
  "react-router",
  "react-router-dom",
  "@remix-run/react",
  "@remix-run/router",
  "@conform-to/react",
  "@conform-to/zod",
  "i18next",
  "react-i18next",
];

/**
 * Pages and assets straight from their sources, for `npm run dev`: every request sees the newest ones.
 * Vite and esbuild are there in development only, so they are loaded only here.
 */
export async function sourceBuild(root: string): Promise<{ build: () => Promise<ServerBuild>; assets: BuiltAssets }> {
  const [vite, esbuild] = await Promise.all([import("vite"), import("esbuild")]);
  const pages = await vite.createServer({
    root,
    appType: "custom",
    logLevel: "warn",
    server: { middlewareMode: true, hmr: false, ws: false },
    // The build bundles these; here Node loads them, in their development form.
    ssr: { external: BUNDLED },
  });
  // Vite would end the process at once; stopping is ours.
  process.removeAllListeners("SIGTERM");

  const files: BuiltAssets["files"] = new Map();
  let version = 0;
  const watch = async (entry: string, href: string, type: string) => {
    const took = (result: BuildResult) => {
      version += 1;
      const [file] = result.outputFiles ?? [];
      if (file) files.set(href, { type, plain: Buffer.from(file.contents), br: null, gzip: null });
    };
    const context = await esbuild.context({
      entryPoints: [join(root, entry)],
      outdir: "assets",
      bundle: true,
      write: false,
      format: "esm",
      logLevel: "warning",
      plugins: [{ name: "took", setup: (build) => build.onEnd(took) }],
    });
    await context.watch();
  };
  await watch("app/styles.css", "/assets/styles.css", "text/css; charset=utf-8");
  await watch("app/enhance/index.ts", "/assets/enhance.js", "text/javascript; charset=utf-8");

  return {
    build: async () => (await pages.ssrLoadModule("virtual:remix/server-build")) as unknown as ServerBuild,
    assets: {
      files,
      // Inlined every time, and always the newest.
      css: {
        href: "/assets/styles.css",
        hash: NEVER_KEPT,
        get text() {
          return files.get("/assets/styles.css")?.plain.toString("utf8") ?? "";
        },
      },
      get script() {
        return { href: `/assets/enhance.js?${version}` };
      },
    },
  };
}
