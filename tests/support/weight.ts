import { tags } from "./html";
import { Visitor, type Answer } from "./visitor";

/** What a page costs, in bytes on the wire (headers included). */
export interface Weight {
  first: number;
  later: number;
  /** Requests that must be answered before the page is shown and usable. */
  blocking: number;
  /** Other origins that the page loads from. */
  foreign: string[];
}

/** Limits in bytes: pages with their headers, files without. `wheel`: with a drawing; `laterOverview`: later visits of overviews. */
export const BUDGET = {
  first: 9_000,
  wheel: 14_000,
  later: 5_000,
  laterOverview: 8_000,
  script: 5_000,
  /** Both scripts, with the chat open. */
  chat: 75_000,
  stylesheet: 14_000,
};

export const isOverview = (path: string) => /^\/user\/(home|statement|bonus|chat)$/.test(path) || hasWheel(path);

/** Whether a page draws the prize wheel. */
export const hasWheel = (path: string) => /^\/user\/spin(\/result\/[^/]+)?$/.test(path);

/** The stylesheet and script of a page. */
export function assetsOf(html: string) {
  const sheet = tags(html, "link").find(({ rel, as }) => rel === "stylesheet" || as === "style")?.href;
  const script = tags(html, "script").find(({ src }) => src)?.src;
  if (!sheet || !script) throw new Error("The page names no stylesheet or no script");
  return { sheet, script };
}

/** The files of the chat's own script, which its page names. */
export const chatFilesOf = (html: string) => [
  ...tags(html, "link").flatMap(({ rel, href }) => (rel === "modulepreload" ? [href!] : [])),
  ...tags(html, "script").flatMap(({ type, src }) => (type === "module" && /\/chat-/.test(src!) ? [src!] : [])),
];

/**
 * Loads a page again with the cookies of its first request, with and without a cached stylesheet. `known`: the cookies
 * that the stylesheet's answer has set.
 */
export async function weigh(origin: string, page: Answer, known: ReadonlyMap<string, string>): Promise<Weight> {
  const others = [...page.cookies].filter(([name]) => !known.has(name));
  const first = await open(origin, page, others);
  const later = await open(origin, page, [...others, ...known]);
  return {
    first: first.wireBytes,
    later: later.wireBytes,
    blocking: 1 + blockingRequests(first.text),
    foreign: [...new Set([first, later].flatMap(({ text }) => foreignOrigins(text, origin)))],
  };
}

async function open(origin: string, { path, status }: Answer, cookies: [string, string][]): Promise<Answer> {
  const visitor = new Visitor(origin);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  const answer = await visitor.send("GET", path);
  if (answer.status !== status) throw new Error(`${path} answered ${status}, then ${answer.status}`);
  return answer;
}

function blockingRequests(html: string): number {
  const sheets = tags(html, "link").filter(({ rel, media }) => rel === "stylesheet" && media !== "not all");
  const scripts = tags(html, "script").filter(
    ({ src, type, defer, async }) => src && type !== "module" && defer === undefined && async === undefined,
  );
  return sheets.length + scripts.length;
}

/** Origins that the page loads at once; links may lead anywhere. */
function foreignOrigins(html: string, origin: string): string[] {
  const loading = ["link", "script", "img", "source", "iframe", "video", "audio", "embed", "object", "use"];
  const addresses = loading.flatMap((name) =>
    tags(html, name)
      // The operator's pictures of games come late, and the page is complete without them.
      .filter(({ loading }) => loading !== "lazy")
      .flatMap(({ src, href, srcset, poster, data }) => [src, href, srcset, poster, data]),
  );
  const styles = [...html.matchAll(/url\(["']?([^"')]+)/g)].map(([, address]) => address);
  return [...addresses, ...styles]
    .filter(
      (address): address is string => Boolean(address) && !address!.startsWith("data:") && !address!.startsWith("#"),
    )
    .map((address) => new URL(address, origin).origin)
    .filter((found) => found !== origin);
}
