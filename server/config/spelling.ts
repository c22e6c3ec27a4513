/** Prefixes of this product: an unknown name that starts with one is a typo. */
const OURS =
  /^(OPERATOR_|SANDBOX|APP_|TRUELINK_|PGSLOT_|LAOS_|WITHDRAW_|SLIP_|HOWTO_|CONTACT_|PROVIDERS_|METRICS_|MARKET|SESSION_SECRET|PUBLIC_ORIGIN)/;

/** Names shorter than this resemble those of other programs too easily. */
const GUESS_LENGTH = 8;

/** Misspelled settings, one message each, with the name that was probably meant. */
export function spellingFaults(given: string[], known: string[]): string[] {
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = name.length < GUESS_LENGTH ? undefined : known.find((other) => distance(name, other) <= 1);
      if (!meant && !OURS.test(name)) return [];
      return [`${name}: unknown setting${meant ? `, expected ${meant}` : ""}`];
    });
}

/** Levenshtein distance; 2 means "2 or more". */
function distance(a: string, b: string): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > 1) return 2;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 1 ? 1 : 2;
}
