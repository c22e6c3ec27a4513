import type { ServerBuild } from "@remix-run/node";

type Routes = ServerBuild["routes"];

/** The ids of a route and those around it, the innermost first. */
function around(routes: Routes, id: string | undefined): string[] {
  const route = id === undefined ? undefined : routes[id];
  return route ? [route.id, ...around(routes, route.parentId)] : [];
}

/**
 * Ids of the routes that each path without parameters leads to. Paths that several pages could answer are left out.
 * @returns by path, such as `/user/home`
 */
export function branchesOf(routes: Routes): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  for (const id of Object.keys(routes)) {
    if (parents.has(id)) continue;
    const branch = around(routes, id);
    const path = `/${branch
      .toReversed()
      .flatMap((one) => routes[one]!.path || [])
      .join("/")}`;
    if (/[:*?]/.test(path)) continue;
    found.set(path, found.has(path) ? [] : branch);
  }
  return new Map([...found].filter(([, branch]) => branch.length > 0));
}

/** The build with these routes alone. */
export function onlyRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const pick = <T>(all: Record<string, T>) => Object.fromEntries(ids.map((id) => [id, all[id]!]));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}
