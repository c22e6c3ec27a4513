/** The steps of an operation on its receipt, while rows may still appear and afterwards. */
import { expect, test } from "vitest";
import { legsNow } from "../../app/features/receipt/legs";
import type { Leg, OpView } from "../../server/operations/types";

const leg = (from: string, state: Leg["state"]): Leg => ({ from, to: "wallet", amount: null, state });
const op = (state: OpView["state"], ...legs: Leg[]) =>
  ({ state, legs, before: { PG: 40_00, JOKER: 2_50, wallet: 10_00 } }) as unknown as OpView;
const now = (PG: number | null, JOKER: number | null) => ({
  games: [
    { code: "PG", amount: PG },
    { code: "JOKER", amount: JOKER },
  ],
});
const states = (view: OpView, holdings: Parameters<typeof legsNow>[1]) =>
  legsNow(view, holdings).map(({ state }) => state);

const refused = op("rejected", leg("PG", "open"), leg("JOKER", "open"));

test("a game that has as much as before the refusal was not emptied", () => {
  expect(states(refused, now(0, 2_50))).toEqual(["open", "not"]);
  expect(states(refused, now(40_00, 2_50))).toEqual(["not", "not"]);
});

test("another balance, or none, tells nothing", () => {
  expect(states(refused, now(41_00, null))).toEqual(["open", "open"]);
  expect(states(refused, null)).toEqual(["open", "open"]);
});

test("what rows have told stays, and so does an operation that was not refused", () => {
  expect(states(op("rejected", leg("PG", "moved"), leg("JOKER", "not")), now(40_00, 0))).toEqual(["moved", "not"]);
  expect(states(op("unknown", leg("PG", "open")), now(40_00, 0))).toEqual(["open"]);
});
