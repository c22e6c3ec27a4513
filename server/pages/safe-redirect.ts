import type { ServerBuild } from "@remix-run/node";

/** An unlikely origin: what stays on it after parsing is a path of ours. */
const HERE = "http://own.invalid";
const MAX_LENGTH = 1024;

/** Pages that can be shown, as patterns of paths: every route with a component, under `/user` or not. */
export function pagesOf(build: Pick<ServerBuild, "routes">): RegExp[] {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : build.routes[id];
    return route ? `${pathOf(route.parentId)}${route.path ? `/${route.path}` : ""}` : "";
  };
  return Object.values(build.routes)
    .filter((route) => route?.module.default && !pathOf(route.id).includes("*"))
    .map((route) => {
      const parts = pathOf(route!.id).split("/").filter(Boolean);
      const pattern = parts.map((part) => (part.startsWith(":") ? "[\\w-]+" : part.replace(/[^\w-]/g, "\\$&")));
      return new RegExp(`^/${pattern.join("/")}$`);
    });
}

/**
 * A member page to go to after login: `wanted` if it is one of ours, else `/user/home`.
 * Never another site, a script or a page for guests.
 */
export function safeRedirect(wanted: unknown, pages: readonly RegExp[], home = "/user/home"): string {
  if (typeof wanted !== "string" || wanted.length > MAX_LENGTH || !/^\/user(\/[\w/-]*)?(\?[\x21-\x7e]*)?$/.test(wanted))
    return home;
  if (!URL.canParse(wanted, HERE)) return home;
  const url = new URL(wanted, HERE);
  const own = url.origin === HERE && !url.hash && pages.some((page) => page.test(url.pathname));
  return own ? url.pathname + url.search : home;
}
