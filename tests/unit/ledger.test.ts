import fc from "fast-check";
import { expect, test } from "vitest";
import { migrate, openDatabase } from "../../server/database";
import {
  createLedger,
  gameOf,
  houseOf,
  Overdraft,
  walletOf,
  type AccountName,
} from "../../server/sandbox/ledger/ledger";
import { schema } from "../../server/sandbox/ledger/schema";

function emptyLedger() {
  const database = openDatabase(":memory:");
  migrate(database, schema);
  return { database, ledger: createLedger(database) };
}

const bank = houseOf("BAHT", "bank");
const accounts: AccountName[] = [bank, walletOf("a"), gameOf("a", "PG"), walletOf("b"), gameOf("b", "UFABET")];

test("after any movements, the ledger adds up to zero and no member's balance is negative", () => {
  const Move = fc.record({
    from: fc.constantFrom(...accounts),
    to: fc.constantFrom(...accounts),
    amount: fc.integer({ min: 1, max: 1_000_00 }),
  });
  fc.assert(
    fc.property(fc.array(Move, { maxLength: 60 }), (moves) => {
      const { database, ledger } = emptyLedger();
      const expected = new Map(accounts.map((account) => [account, 0]));
      for (const { from, to, amount } of moves) {
        if (from === to) continue;
        const covered = from === bank || expected.get(from)! >= amount;
        const move = () => ledger.move({ at: 1, kind: "test", currency: "BAHT", from, to, amount });
        if (!covered) expect(move).toThrow(Overdraft);
        else {
          move();
          expected.set(from, expected.get(from)! - amount);
          expected.set(to, expected.get(to)! + amount);
        }
        expect(ledger.audit()).toEqual({ trialBalance: { BAHT: 0, LAK: 0 }, drifted: [], negative: [], exact: true });
      }
      for (const [account, balance] of expected) expect(ledger.balance(account)).toBe(balance);
      database.close();
    }),
    { numRuns: 50 },
  );
});

test("an entry with several lines is booked completely or not at all", () => {
  const { ledger } = emptyLedger();
  ledger.move({ at: 1, kind: "deposit", currency: "BAHT", from: bank, to: walletOf("a"), amount: 100 });
  const tooMuch = () =>
    ledger.post({
      at: 2,
      kind: "split",
      currency: "BAHT",
      lines: [
        [gameOf("a", "PG"), 150],
        [bank, -50],
        [walletOf("a"), -101],
        [gameOf("a", "UFABET"), 1],
      ],
    });
  expect(tooMuch).toThrow(Overdraft);
  expect(ledger.balances("a")).toEqual({ wallet: 100 });
});

test("an entry that does not add up, moves nothing or mixes currencies is refused", () => {
  const { ledger } = emptyLedger();
  const post = (lines: [AccountName, number][], currency: "BAHT" | "LAK" = "BAHT") =>
    ledger.post({ at: 1, kind: "test", currency, lines });
  expect(() =>
    post([
      [bank, -2],
      [walletOf("a"), 1],
    ]),
  ).toThrow("add up");
  expect(() =>
    post([
      [bank, -0.5],
      [walletOf("a"), 0.5],
    ]),
  ).toThrow("no amount");
  expect(() =>
    post([
      [bank, 0],
      [walletOf("a"), 0],
    ]),
  ).toThrow("no amount");
  post([
    [bank, -5],
    [walletOf("a"), 5],
  ]);
  expect(() =>
    post(
      [
        [houseOf("LAK", "bank"), -5],
        [walletOf("a"), 5],
      ],
      "LAK",
    ),
  ).toThrow("not in LAK");
  expect(ledger.balance(walletOf("a"))).toBe(5);
});

test("booked entries cannot be changed", () => {
  const { database, ledger } = emptyLedger();
  ledger.move({ at: 1, kind: "deposit", currency: "BAHT", from: bank, to: walletOf("a"), amount: 100 });
  expect(() => database.run("UPDATE posting SET amount = 1")).toThrow("final");
  expect(() => database.run("DELETE FROM entry")).toThrow("final");
  expect(() => database.run("UPDATE account SET balance = -1 WHERE guarded = 1")).toThrow("CHECK");
});
