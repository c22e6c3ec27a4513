/** Beginnings that belong to this product: anything unknown under them is a typing error. */
const OURS =
  /^(OPERATOR_|SANDBOX|APP_|TRUELINK_|PGSLOT_|LAOS_|WITHDRAW_|SLIP_|HOWTO_|PROVIDERS_|MARKET|SESSION_SECRET|PUBLIC_ORIGIN)/;

/** Shorter names are too close to what others use. */
const GUESS_LENGTH = 8;

/** Settings that look like ours but are not: each with the name that was probably meant. */
export function spellingFaults(given: string[], known: string[]): string[] {
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = name.length < GUESS_LENGTH ? undefined : known.find((other) => distance(name, other) <= 1);
      if (!meant && !OURS.test(name)) return [];
      return [`${name}: expected no such setting${meant ? `, ${meant} perhaps` : ""}`];
    });
}

/** Levenshtein distance, 0 or 1 or "more" (2). */
function distance(a: string, b: string): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > 1) return 2;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 1 ? 1 : 2;
}
