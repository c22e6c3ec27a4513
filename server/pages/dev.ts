import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import type { BuildResult } from "esbuild";
import en from "../../locales/en/server.json";
import la from "../../locales/la/server.json";
import th from "../../locales/th/server.json";
import type { BuiltAssets } from "../services";
import { ALWAYS_INLINED } from "./assets";

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

/** The server itself reads these texts, once. They are refilled in place, because starting it again takes seconds. */
const PLAIN_TEXTS = { en, la, th };

function refillPlainTexts(file: string): void {
  const [, language] = /locales[\\/](en|la|th)[\\/]server\.json$/.exec(file) ?? [];
  if (!language) return;
  try {
    Object.assign(PLAIN_TEXTS[language as keyof typeof PLAIN_TEXTS], JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    process.stderr.write(`${file}: ${String(error)}\n`);
  }
}

/**
 * Serves pages and assets from their sources, for `npm run dev`: every request sees the latest version.
 * Vite and esbuild are development dependencies, so they are imported only here.
 */
export async function sourceBuild(root: string): Promise<{ build: () => Promise<ServerBuild>; assets: BuiltAssets }> {
  const [vite, esbuild] = await Promise.all([import("vite"), import("esbuild")]);
  const pages = await vite.createServer({
    root,
    appType: "custom",
    logLevel: "warn",
    server: { middlewareMode: true, hmr: false, ws: false },
    // The build bundles these; in development Node loads them, in their development version.
    ssr: { external: BUNDLED },
  });
  pages.watcher.on("change", refillPlainTexts);
  // Vite's handler ends the process at once; `server.ts` shuts down gracefully.
  process.removeAllListeners("SIGTERM");

  const files: BuiltAssets["files"] = new Map();
  let version = 0;
  const watch = async (entry: string, href: string, type: string) => {
    const onBuilt = (result: BuildResult) => {
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
      plugins: [{ name: "on-built", setup: (build) => build.onEnd(onBuilt) }],
    });
    await context.watch();
  };
  await watch("app/styles.css", "/assets/styles.css", "text/css; charset=utf-8");
  await watch("app/enhance/index.ts", "/assets/enhance.js", "text/javascript; charset=utf-8");
  await watch("app/chat/index.ts", "/assets/chat.js", "text/javascript; charset=utf-8");

  return {
    build: async () => (await pages.ssrLoadModule("virtual:remix/server-build")) as unknown as ServerBuild,
    assets: {
      files,
      css: {
        href: "/assets/styles.css",
        hash: ALWAYS_INLINED,
        get text() {
          return files.get("/assets/styles.css")?.plain.toString("utf8") ?? "";
        },
      },
      get script() {
        return { href: `/assets/enhance.js?${version}` };
      },
      get chat() {
        return { href: `/assets/chat.js?${version}`, parts: [] };
      },
    },
  };
}
