import type { Database } from "../../database";
import type { Currency } from "../market";

/** The name of an account. Member accounts start with `member/` and cannot go below zero. */
export type AccountName = `member/${string}/${string}` | `house/${string}/${string}`;

export const walletOf = (memberId: string): AccountName => `member/${memberId}/wallet`;
export const gameOf = (memberId: string, code: string): AccountName => `member/${memberId}/${code}`;
/**
 * The operator's accounts: `bank` (money outside), `withdrawals` (debited from wallets, not yet paid), `transit` (on
 * the way to a provider), `bonuses`, `games/CODE` (what a provider has won from or lost to members).
 */
export const houseOf = (currency: Currency, purpose: string): AccountName => `house/${currency}/${purpose}`;

export class Overdraft extends Error {
  constructor(readonly account: AccountName) {
    super(`${account} would go below zero`);
  }
}

export interface Audit {
  /** Sum of all balances per currency; must be zero. */
  trialBalance: Record<Currency, number>;
  /** Accounts whose stored balance differs from the sum of their postings. */
  drifted: string[];
  /** Member accounts below zero. */
  negative: string[];
  /** True if the sums are zero and both lists are empty. */
  exact: boolean;
}

export interface Ledger {
  /** Minor units; 0 for an account that was never used. */
  balance(account: AccountName): number;
  /** Balances of all accounts that the member has used, in minor units: `{ wallet: 500, PG: 0 }`. */
  balances(memberId: string): Record<string, number>;
  /**
   * Writes one entry: amounts in minor units, in one currency, that add up to zero.
   * @throws Overdraft, without writing anything, if a member account would go below zero
   */
  post(entry: { at: number; kind: string; currency: Currency; lines: [AccountName, number][] }): void;
  /** Posts the most common entry: `amount` from one account to another. */
  move(entry: {
    at: number;
    kind: string;
    currency: Currency;
    from: AccountName;
    to: AccountName;
    amount: number;
  }): void;
  audit(): Audit;
}

/** A double-entry ledger. Entries are final; balances are stored in addition to the postings. */
export function createLedger(database: Database): Ledger {
  const balance: Ledger["balance"] = (account) =>
    database.get<{ balance: number }>("SELECT balance FROM account WHERE name = ?", account)?.balance ?? 0;

  const add = (account: AccountName, currency: Currency, amount: number) => {
    const guarded = account.startsWith("member/") ? 1 : 0;
    database.run(
      "INSERT INTO account (name, currency, guarded) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING",
      account,
      currency,
      guarded,
    );
    try {
      const { changes } = database.run(
        "UPDATE account SET balance = balance + ? WHERE name = ? AND currency = ?",
        amount,
        account,
        currency,
      );
      if (changes !== 1) throw new Error(`${account} is not in ${currency}`);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_CHECK")
        throw new Overdraft(account);
      throw error;
    }
  };

  const post: Ledger["post"] = ({ at, kind, currency, lines }) => {
    if (lines.length < 2) throw new Error("An entry has at least two lines");
    for (const [account, amount] of lines)
      if (!Number.isSafeInteger(amount) || amount === 0) throw new Error(`${account}: ${amount} is no amount`);
    if (lines.reduce((sum, [, amount]) => sum + amount, 0) !== 0) throw new Error(`${kind} does not add up to zero`);
    database.atomically(() => {
      const entry = database.run("INSERT INTO entry (at, kind) VALUES (?, ?)", at, kind).lastInsertRowid;
      for (const [account, amount] of lines) {
        add(account, currency, amount);
        database.run("INSERT INTO posting (entry, account, amount) VALUES (?, ?, ?)", entry, account, amount);
      }
    });
  };

  return {
    balance,
    balances: (memberId) => {
      const prefix = `member/${memberId}/`;
      const rows = database.all<{ name: string; balance: number }>(
        "SELECT name, balance FROM account WHERE name >= ? AND name < ? ORDER BY name",
        prefix,
        `member/${memberId}0`, // "0" is the character after "/"
      );
      return Object.fromEntries(rows.map((row) => [row.name.slice(prefix.length), row.balance]));
    },
    post,
    move: ({ at, kind, currency, from, to, amount }) => {
      if (amount <= 0) throw new Error(`${amount} cannot be moved`);
      post({
        at,
        kind,
        currency,
        lines: [
          [from, -amount],
          [to, amount],
        ],
      });
    },
    audit: () => {
      const trialBalance: Record<Currency, number> = { BAHT: 0, LAK: 0 };
      for (const row of database.all<{ currency: Currency; total: number }>(
        "SELECT currency, SUM(balance) AS total FROM account GROUP BY currency",
      ))
        trialBalance[row.currency] = row.total;
      const names = (sql: string) => database.all<{ name: string }>(sql).map((row) => row.name);
      const drifted = names(
        `SELECT name FROM account LEFT JOIN posting ON posting.account = account.name
         GROUP BY name HAVING account.balance <> COALESCE(SUM(posting.amount), 0)`,
      );
      const negative = names("SELECT name FROM account WHERE guarded = 1 AND balance < 0");
      const exact = Object.values(trialBalance).every((sum) => sum === 0) && drifted.length + negative.length === 0;
      return { trialBalance, drifted, negative, exact };
    },
  };
}
