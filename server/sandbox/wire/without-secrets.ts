/**
 * Fields whose values the desk may show. Tokens, passwords, codes, names, phone and account numbers are not among them,
 * and a field that is new is hidden until it is listed here.
 */
const OPEN = new Set(
  (
    "amount balance minimum maximum page limit total coin remainingCoin success fail percentFail refundAmount " +
    "from to bankCode bankType mode currency category code slotCode status statementType message error reason note " +
    "createdAt updatedAt expireIn ftWalletSlot event file"
  ).split(" "),
);

const HIDDEN = "•••";
const ITEMS = 3;
const LENGTH = 120;
/** What looks like a number of a person: a phone, an account, a one-time code. */
const NUMBER = /\d{6}/;

/**
 * A JSON value as the desk may show it: other values than those of open fields become dots, and long lists are cut.
 * @param field the name of the field that holds it
 */
export function withoutSecrets(value: unknown, field = ""): unknown {
  if (value === null || value === undefined || typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    const first = value.slice(0, ITEMS).map((item) => withoutSecrets(item, field));
    return value.length > ITEMS ? [...first, `and ${value.length - ITEMS} more`] : first;
  }
  if (typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutSecrets(inner, name)]));
  if (!OPEN.has(field)) return HIDDEN;
  if (typeof value !== "string") return value;
  return NUMBER.test(value) ? HIDDEN : value.slice(0, LENGTH);
}
