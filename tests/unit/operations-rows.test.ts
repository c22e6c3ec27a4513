/** What a statement row is called, and what it changes in the balance of an account. */
import { describe, expect, test } from "vitest";
import { effectOn, marked, nameOf, seenAs } from "../../server/operations/rows";
import type { StatementRow } from "../../server/operator/contract/statement";

const AT = Date.UTC(2026, 10, 20);
const row = (more: Partial<StatementRow> = {}): StatementRow => ({
  statementType: "transfer",
  status: "SUCCESS",
  from: "wallet",
  to: "PG",
  amount: 100_00,
  createdAt: new Date(AT),
  ...more,
});

describe("the name of a row", () => {
  test.each<[string, Partial<StatementRow>]>([
    ["type", { statementType: "deposit" }],
    ["source", { from: "JOKER" }],
    ["target", { to: "JOKER" }],
    ["amount", { amount: 100_01 }],
    ["time", { createdAt: new Date(AT + 1) }],
  ])("tells rows apart that differ in their %s", (_what, more) => expect(nameOf(row(more))).not.toBe(nameOf(row())));

  test("stays when the status changes", () => {
    expect(nameOf(row({ status: "PENDING" }))).toBe(nameOf(row({ status: "FAILED" })));
  });

  test("has no number unless rows are equal; those are numbered from the oldest, so newer ones change no name", () => {
    const other = row({ amount: 5_00 });
    const name = nameOf(row());
    const marks = (rows: StatementRow[]) => marked(rows).map(({ mark }) => mark);
    expect(marks([row(), other, row()])).toEqual([`${name} #2`, nameOf(other), name]);
    expect(marks([row(), row(), other, row()])).toEqual([`${name} #3`, `${name} #2`, nameOf(other), name]);
  });

  test("is stored with a question mark while the result of the row is open", () => {
    const [pending, ended] = marked([row({ status: "PENDING" }), row({ amount: 5_00 })]);
    expect([seenAs(pending!), seenAs(ended!)]).toEqual([`${pending!.mark}?`, ended!.mark]);
  });
});

describe("a row changes", () => {
  test.each<[string, Partial<StatementRow>, { wallet: number | null; PG: number | null }]>([
    ["a transfer into a game", {}, { wallet: -100_00, PG: 100_00 }],
    ["a transfer out of a game", { from: "PG", to: "wallet" }, { wallet: 100_00, PG: -100_00 }],
    ["a transfer between other accounts", { from: "JOKER", to: "SLOT" }, { wallet: 0, PG: 0 }],
    ["a transfer from an account to itself", { from: "PG", to: "PG" }, { wallet: 0, PG: 0 }],
    ["a refused transfer", { status: "FAILED" }, { wallet: 0, PG: 0 }],
    ["a transfer that is still open", { status: "PENDING" }, { wallet: null, PG: null }],
    ["an open transfer of others", { status: "PENDING", from: "JOKER", to: "SLOT" }, { wallet: 0, PG: 0 }],
    ["a withdrawal", { statementType: "withdraw", to: "KBANK" }, { wallet: -100_00, PG: 0 }],
    [
      "a withdrawal that the bank has not paid yet",
      { statementType: "withdraw", to: "KBANK", status: "PENDING" },
      { wallet: -100_00, PG: 0 },
    ],
    [
      "a withdrawal that was given back",
      { statementType: "withdraw", to: "KBANK", status: "FAILED" },
      { wallet: 0, PG: 0 },
    ],
    ["a deposit", { statementType: "deposit", from: "KBANK", to: "wallet" }, { wallet: 100_00, PG: 0 }],
    ["a deposit that is still open", { statementType: "deposit", status: "PENDING" }, { wallet: 0, PG: 0 }],
    ["a deposit that failed", { statementType: "deposit", status: "FAILED" }, { wallet: 0, PG: 0 }],
    ["a bonus", { statementType: "bonus", from: null, to: "wallet" }, { wallet: 100_00, PG: 0 }],
    ["a bonus that is still open", { statementType: "bonus", status: "PENDING" }, { wallet: 0, PG: 0 }],
    ["the end of a bonus", { statementType: "finish_bonus" }, { wallet: 0, PG: 0 }],
    ["a row of an unknown type", { statementType: "other" }, { wallet: null, PG: 0 }],
  ])("%s", (_what, more, { wallet, PG }) => {
    const effect = (account: string) => effectOn(account, row(more));
    // Without a sign: nothing minus nothing is -0.
    const plain = (value: number | null) => (value === 0 ? 0 : value);
    expect({ wallet: plain(effect("wallet")), PG: plain(effect("PG")) }).toEqual({ wallet, PG });
  });
});
