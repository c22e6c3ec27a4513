import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

const path = fileURLToPath(new URL("../node_modules/react-dom/cjs/react-dom.production.min.js", import.meta.url));

/**
 * React DOM as a module of the bundle. A CommonJS file is bundled as one function, which a browser parses once more when
 * it is called, on the main thread: 0.15 s of a slow phone.
 */
export const reactDomAsModule: Plugin = {
  name: "react-dom-as-module",
  setup(build) {
    build.onResolve({ filter: /^react-dom(\/client)?$/ }, () => ({ path }));
    build.onLoad({ filter: /[\\/]react-dom\.production\.min\.js$/ }, () => ({
      contents: `import * as react from "react";
        import * as scheduler from "scheduler";
        const exports = {};
        ${readFileSync(path, "utf8").replace(/require\("(react|scheduler)"\)/g, "$1")}
        export const { createRoot, flushSync } = exports;`,
    }));
  },
};
