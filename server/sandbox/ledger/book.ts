import type { Currency } from "../market";
import type { World } from "../world";

/** A line of the trial balance. `balance`: minor units, above zero for what the operator owes. */
export interface BookLine {
  /** An account of the operator, or `wallets` or `games` for those of all members. */
  name: string;
  currency: Currency;
  balance: number;
  /** How many accounts it sums up. */
  accounts: number;
}

/** An entry of the ledger with its lines: amounts in minor units, in one currency, that add up to zero. */
export interface BookEntry {
  id: number;
  /** Epoch milliseconds. */
  at: number;
  kind: string;
  currency: Currency;
  lines: { account: string; amount: number }[];
}

const ENTRIES = 40;

/** The operator's own accounts, and the sums of the members' accounts: all lines of the trial balance. */
export const accountsOf = ({ database }: World): BookLine[] =>
  database.all<BookLine>(
    `SELECT CASE WHEN guarded = 0 THEN name WHEN name LIKE '%/wallet' THEN 'wallets' ELSE 'games' END AS name,
            currency, SUM(balance) AS balance, COUNT(*) AS accounts
     FROM account GROUP BY 1, 2 ORDER BY currency, MAX(guarded) DESC, 1`,
  );

/** The latest entries, newest first, of all accounts or of one member's. */
export function entriesOf({ database }: World, memberId?: string): BookEntry[] {
  const rows = database.all<Omit<BookEntry, "lines"> & { account: string; amount: number }>(
    `SELECT entry.id, at, kind, currency, account, amount
     FROM entry JOIN posting ON posting.entry = entry.id JOIN account ON account.name = posting.account
     WHERE entry.id IN (SELECT DISTINCT entry FROM posting WHERE ?1 IS NULL OR (account >= ?2 AND account < ?3)
                        ORDER BY entry DESC LIMIT ${ENTRIES})
     ORDER BY entry.id DESC, amount`,
    memberId ?? null,
    `member/${memberId}/`,
    `member/${memberId}0`, // "0" is the character after "/"
  );
  const entries = new Map<number, BookEntry>();
  for (const { account, amount, ...entry } of rows) {
    const known = entries.get(entry.id) ?? { ...entry, lines: [] };
    known.lines.push({ account, amount });
    entries.set(entry.id, known);
  }
  return [...entries.values()];
}
