/** Where the page of slips was opened from; its name stands in the query of the page. */
const WAYS = { home: "/user/home", deposit: "/user/deposit", statement: "/user/statement" } as const;

type Way = keyof typeof WAYS;

const wayIn = (query: URLSearchParams) =>
  Object.hasOwn(WAYS, query.get("from") ?? "") ? (query.get("from") as Way) : null;

/** The page that the member came from. After an upload the browser still names the address of the form. */
export function cameFrom({ url, headers }: Request): Way | null {
  const before = headers.get("referer") ?? "";
  return wayIn(new URL(url).searchParams) ?? (URL.canParse(before) ? wayIn(new URL(before).searchParams) : null);
}

export const backOf = (from: Way | null) => WAYS[from ?? "home"];

/** The page of slips with this query; `from` stays in it. */
export function slipsPath(from: Way | null, query: Record<string, string>) {
  const all = new URLSearchParams({ ...(from && { from }), ...query });
  return all.size > 0 ? `/user/slips?${all}` : "/user/slips";
}
