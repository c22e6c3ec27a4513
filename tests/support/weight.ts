import { tags } from "./html";
import { Visitor, type Answer } from "./visitor";

/** What a page costs, in bytes on the wire (headers included). */
export interface Weight {
  first: number;
  later: number;
  /** Requests that must be answered before the page can be read and used. */
  blocking: number;
  /** Other origins that the page makes the browser ask. */
  foreign: string[];
}

/** Budgets: pages with their headers, files without. Overviews may be larger when visited again. */
export const BUDGET = { first: 9_000, later: 5_000, laterOverview: 8_000, script: 5_000, stylesheet: 14_000 };

export const isOverview = (path: string) => /^\/user\/(home|statement|bonus|chat)$/.test(path);

/** Stylesheet and script that a page refers to. */
export function assetsOf(html: string) {
  const sheet = tags(html, "link").find(({ rel, as }) => rel === "stylesheet" || as === "style")?.href;
  const script = tags(html, "script").find(({ src }) => src)?.src;
  if (!sheet || !script) throw new Error("The page names no stylesheet or no script");
  return { sheet, script };
}

/**
 * Opens a page again, with the cookies it was asked with, as a browser that has not its stylesheet and as one that has.
 * `known` is what the stylesheet's own answer left.
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
  const sheets = tags(html, "link").filter(({ rel }) => rel === "stylesheet");
  const scripts = tags(html, "script").filter(
    ({ src, type, defer, async }) => src && type !== "module" && defer === undefined && async === undefined,
  );
  return sheets.length + scripts.length;
}

/** Links may lead anywhere; what loads by itself may not. */
function foreignOrigins(html: string, origin: string): string[] {
  const loading = ["link", "script", "img", "source", "iframe", "video", "audio", "embed", "object", "use"];
  const addresses = loading.flatMap((name) =>
    tags(html, name).flatMap(({ src, href, srcset, poster, data }) => [src, href, srcset, poster, data]),
  );
  const styles = [...html.matchAll(/url\(["']?([^"')]+)/g)].map(([, address]) => address);
  return [...addresses, ...styles]
    .filter(
      (address): address is string => Boolean(address) && !address!.startsWith("data:") && !address!.startsWith("#"),
    )
    .map((address) => new URL(address, origin).origin)
    .filter((found) => found !== origin);
}
