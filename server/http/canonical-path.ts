/**
 * The path of a request target, or null unless it is spelled in the only way we accept.
 *
 * Express, the guard and Remix disagree about `/./user`, `/%75ser` or `//user`: one sees a guest page where another
 * sees the member area. So no such spelling gets past this check, and whatever looks at a path afterwards sees the same.
 */
export function canonicalPath(target: string): string | null {
  const path = target.split("?", 1)[0]!;
  if (path === "/") return path;
  return path.startsWith("/") && path.slice(1).split("/").every(isCanonical) ? path : null;
}

/** Not empty, no dot or space at an end, no hidden slash, and nothing encoded that need not be. */
function isCanonical(segment: string): boolean {
  try {
    const text = decodeURIComponent(segment);
    return encodeURIComponent(text) === segment && text !== "" && !/^[.\s]|[.\s]$|[/\\\p{Cc}]/u.test(text);
  } catch {
    return false;
  }
}
