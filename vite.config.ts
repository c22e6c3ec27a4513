import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

/** Bundles the pages for the server. The client bundle is not used: `bin/postbuild.ts` builds the browser's assets. */
export default defineConfig(({ command }) => ({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  build: { sourcemap: false, reportCompressedSize: false },
  // Bundles React in its production version, whatever NODE_ENV is: faster to start and to render.
  ssr: { noExternal: [/^react/, "scheduler", /^@remix-run\/react/, /^@remix-run\/router/, /^@conform-to/, "i18next"] },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  plugins: [
    remix({
      buildDirectory: "build/remix",
      ignoredRouteFiles: ["**/*.test.*"],
      // The parts in all their states, for those who work on them: members' builds know nothing of this page.
      routes: (define) => define((route) => command === "serve" && route("_ui", "kit/route.tsx")),
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // Must stay off: both add endpoints with known security advisories, and no page uses them.
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
    }),
  ],
}));
