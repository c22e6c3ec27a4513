import type { ServerBuild } from "@remix-run/node";

/** Base for parsing. A URL that keeps this origin is a path on our site. */
const BASE = "http://own.invalid";
const MAX_LENGTH = 1024;

export const redirectTo = (location: string) => new Response(null, { status: 303, headers: { Location: location } });

/** Path patterns of all pages: every route with a component, in the member area or not. */
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
 * Where to go after login: `wanted` if it is a page of the member area, else `home`.
 * Never another site, a script or a guest page.
 */
export function safeRedirect(wanted: unknown, pages: readonly RegExp[], home = "/user/home"): string {
  if (typeof wanted !== "string" || wanted.length > MAX_LENGTH || !/^\/user(\/[\w/-]*)?(\?[\x21-\x7e]*)?$/.test(wanted))
    return home;
  if (!URL.canParse(wanted, BASE)) return home;
  const url = new URL(wanted, BASE);
  const own = url.origin === BASE && !url.hash && pages.some((page) => page.test(url.pathname));
  return own ? url.pathname + url.search : home;
}
