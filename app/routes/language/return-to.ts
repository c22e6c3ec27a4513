/** Base for parsing: a URL that has this origin afterwards was a path on this site. */
const BASE = "http://here.invalid";

/** Paths that only accept POST. */
const NO_PAGES = ["/language", "/logout"];

/** The path and query to return to, if it is a page of this site; otherwise `/`. */
export function returnTo(asked: string | null): string {
  if (!asked?.startsWith("/") || !URL.canParse(asked, BASE)) return "/";
  const { origin, pathname, search } = new URL(asked, BASE);
  const own = origin === BASE && !pathname.startsWith("//") && !NO_PAGES.includes(pathname.toLowerCase());
  return own ? pathname + search : "/";
}
