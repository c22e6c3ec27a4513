/** An origin that nobody has: what stays on it after parsing is a path of ours. */
const HERE = "http://here.invalid";

/** Addresses that only take posts. */
const NO_PAGES = ["/language", "/logout"];

/** The page to come back to: path and query on this site; anything else is the start page. */
export function returnTo(asked: string | null): string {
  if (!asked?.startsWith("/") || !URL.canParse(asked, HERE)) return "/";
  const { origin, pathname, search } = new URL(asked, HERE);
  const own = origin === HERE && !pathname.startsWith("//") && !NO_PAGES.includes(pathname.toLowerCase());
  return own ? pathname + search : "/";
}
