import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root";

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: { default?: unknown };
}

/**
 * URL patterns of all pages in the build (`/user/receipt/:id`), without resource routes, layouts and the catch-all
 * route.
 */
export async function builtPages(): Promise<string[]> {
  const file = join(root, "build/pages.mjs");
  if (!existsSync(file)) throw new Error("The pages are not built: run `npm run build`.");
  const { routes } = (await import(pathToFileURL(file).href)) as { routes: Record<string, BuiltRoute> };
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  return Object.values(routes)
    .filter(({ id, path, index, module }) => module.default && !parents.has(id) && (path || index) && path !== "*")
    .map((route) => addressOf(route, routes))
    .sort((one, other) => (fixedFirst(one) < fixedFirst(other) ? -1 : 1));
}

/** Of two patterns that match one path, the first is the one without a parameter there, as in the router. */
const fixedFirst = (pattern: string) => pattern.replaceAll(":", "~");

function addressOf(route: BuiltRoute, routes: Record<string, BuiltRoute>): string {
  const parent = route.parentId ? routes[route.parentId] : undefined;
  const above = parent ? addressOf(parent, routes) : "";
  return route.path ? `${above.replace(/\/$/, "")}/${route.path}` : above || "/";
}

/** Whether a path matches a pattern. */
export function matches(pattern: string, path: string): boolean {
  const expression = pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${expression}$`).test(path.split("?")[0]!);
}
