import { formWith, tags } from "./html";
import type { Visitor } from "./visitor";

/** Addresses that differ only in what they name are the same page. */
const patternOf = (path: string) =>
  path
    .replace(/^(\/user\/(?:receipt|op|games|deposit\/qr))\/[^/]+/, "$1/:name")
    .replace(/^\/assets\/.*(?=\.\w+$)/, "/assets/:name");

/** The addresses of this site on a page: links and forms that a GET follows, and those that only a POST may. */
function addressesOn(html: string, page: URL) {
  const own = (addresses: (string | undefined)[]) =>
    addresses
      .filter((address) => address !== undefined && URL.canParse(address, page))
      .map((address) => new URL(address!, page))
      .filter(({ origin }) => origin === page.origin);
  const forms = tags(html, "form");
  const isPost = ({ method }: Record<string, string>) => method?.toLowerCase() === "post";
  return {
    followed: own([
      ...[...tags(html, "a"), ...tags(html, "link")].map(({ href }) => href),
      ...[...tags(html, "script"), ...tags(html, "img")].map(({ src }) => src),
      ...forms.filter((form) => !isPost(form)).map(({ action }) => action),
    ]),
    posted: own([
      ...forms.filter(isPost).map(({ action }) => action),
      ...tags(html, "button").map(({ formaction }) => formaction),
    ]),
  };
}

/**
 * Follows every link and every form that a GET sends, from `start`, and gives one path of each page found, in the order of
 * finding; addresses that only a POST may use are found, but not asked.
 */
export async function crawl(visitor: Visitor, start: readonly string[]): Promise<string[]> {
  const found = new Map<string, string>();
  const queue = start.map((path) => new URL(path, visitor.origin));
  const note = ({ pathname }: URL) => {
    const pattern = patternOf(pathname);
    const isNew = !found.has(pattern);
    if (isNew) found.set(pattern, pathname);
    return isNew;
  };
  for (let page = queue.shift(); page; page = queue.shift()) {
    if (!note(page)) continue;
    const answer = await visitor.send("GET", page.pathname + page.search);
    const { followed, posted } = addressesOn(answer.text, page);
    const { location } = answer.headers;
    queue.push(...followed, ...(location && URL.canParse(location, page) ? [new URL(location, page)] : []));
    posted.forEach(note);
  }
  return [...found.values()];
}

/** The token that a form on the page carries. */
export const tokenOn = (html: string) => formWith(html, ["_t"])?.values._t;
