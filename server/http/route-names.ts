import type { ServerBuild } from "@remix-run/node";

/** What Express answers itself. */
const OWN = ["/healthz", "/readyz", "/metrics", "/csp", "/user/slips/upload", "/user/slips/image"];
/** The name of all other paths. */
const OTHER = "other";
/** Paths whose names are remembered. */
const MOST = 1_000;

/**
 * Names the route of a path by its pattern, such as `/user/receipt/:id`, so that no id becomes a label. What a visitor
 * makes up has one name.
 */
export function routeNames({ routes }: Pick<ServerBuild, "routes">): (path: string) => string {
  const patternOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route ? `${patternOf(route.parentId)}${route.path ? `/${route.path}` : ""}` : "";
  };
  const patterns = [...new Set([...OWN, ...Object.keys(routes).map((id) => patternOf(id) || "/")])].filter(
    (pattern) => !pattern.includes("*"),
  );
  const fixed = new Set(patterns.filter((pattern) => !pattern.includes(":")));
  const variable = patterns
    .filter((pattern) => pattern.includes(":"))
    .map((pattern) => ({ pattern, path: new RegExp(`^${pattern.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+")}$`) }));
  const known = new Map<string, string>();

  return (path) => {
    if (fixed.has(path)) return path;
    if (path.startsWith("/assets/")) return "/assets";
    const named = known.get(path);
    if (named !== undefined) return named;
    const name = variable.find((one) => one.path.test(path))?.pattern ?? OTHER;
    if (known.size >= MOST) known.clear();
    known.set(path, name);
    return name;
  };
}
