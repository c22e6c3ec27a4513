/**
 * Two kinds of browsers, by what they say of themselves. `scripts`: a modern one, whose posts name their origin and whose
 * waiting pages are asked for by a script. `plain`: a text browser, which says nothing but where it comes from.
 */
export const SHAPES = ["scripts", "plain"] as const;

export type Shape = (typeof SHAPES)[number];

const fetched = (dest: "document" | "empty") => ({
  "Sec-Fetch-Site": "same-origin",
  "Sec-Fetch-Mode": dest === "document" ? "navigate" : "cors",
  "Sec-Fetch-Dest": dest,
  ...(dest === "document" && { "Sec-Fetch-User": "?1", "Upgrade-Insecure-Requests": "1" }),
});

/** Headers of a request; `waiting`: the page itself asks again. An undefined one is not sent. */
export function headersOf(
  shape: Shape,
  origin: string,
  { waiting }: { waiting: boolean },
): Record<string, string | undefined> {
  return shape === "scripts"
    ? fetched(waiting ? "empty" : "document")
    : { Origin: undefined, Referer: `${origin}/user/home`, "Accept-Encoding": "gzip" };
}
