/**
 * Two kinds of browsers, which differ in their headers. `scripts`: a modern one, which sends Origin and polls waiting
 * pages by script. `plain`: a text browser, which sends only Referer.
 */
export const SHAPES = ["scripts", "plain"] as const;

export type Shape = (typeof SHAPES)[number];

const fetched = (dest: "document" | "empty") => ({
  "Sec-Fetch-Site": "same-origin",
  "Sec-Fetch-Mode": dest === "document" ? "navigate" : "cors",
  "Sec-Fetch-Dest": dest,
  ...(dest === "document" && { "Sec-Fetch-User": "?1", "Upgrade-Insecure-Requests": "1" }),
});

/** Headers of a request; `waiting`: the page polls. Undefined headers are not sent. */
export function headersOf(
  shape: Shape,
  origin: string,
  { waiting }: { waiting: boolean },
): Record<string, string | undefined> {
  return shape === "scripts"
    ? fetched(waiting ? "empty" : "document")
    : { Origin: undefined, Referer: `${origin}/user/home`, "Accept-Encoding": "gzip" };
}
