import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";

/** Bundles the pages for the server. What it makes for browsers is thrown away: `bin/postbuild.ts` makes that. */
export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  build: { sourcemap: false, reportCompressedSize: false },
  // React in its production form whatever NODE_ENV says, and in one file: quicker to start and to render.
  ssr: { noExternal: [/^react/, "scheduler", /^@remix-run\/react/, /^@remix-run\/router/, /^@conform-to/, "i18next"] },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  plugins: [
    remix({
      buildDirectory: "build/remix",
      ignoredRouteFiles: ["**/*.test.*"],
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        // Off for good: both open endpoints that carry known advisories, and no page uses them.
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
    }),
  ],
});
