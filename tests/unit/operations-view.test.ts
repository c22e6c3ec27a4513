/** What pages see of an operation, and the step that a change of it is. */
import { describe, expect, test } from "vitest";
import { OWNER_LOST, stepOf } from "../../server/operations/step";
import { viewOf } from "../../server/operations/view";
import type { ClaimedRow, OpRecord, OpState } from "../../server/operations/types";
import { sentOp } from "../support/sent-op";

const row = (leg: number, status: ClaimedRow["status"], amount = 5_00): ClaimedRow => ({
  mark: "m",
  leg,
  status,
  amount,
});
const WITHDRAWAL = { op: "withdraw", input: { amount: 5_00 } } as const;
const BETWEEN = { op: "transfer", input: { from: "PG", to: "JOKER", amount: 5_00 } } as const;

describe("pages see", () => {
  test("the record's facts, and nothing of its owner, fingerprint or baseline but what pages show", () => {
    const op = sentOp({ message: "hello", output: { a: 1 }, checkUntil: 7, rows: [row(0, "SUCCESS")] });
    expect(viewOf(op)).toEqual({
      id: "op",
      op: "transfer",
      state: "done",
      code: null,
      text: null,
      message: "hello",
      input: op.input,
      output: { a: 1 },
      startedAt: op.startedAt,
      finishedAt: op.finishedAt,
      checkUntil: 7,
      settled: null,
      received: null,
      legs: [],
      before: { wallet: 1_000_00, PG: 50_00, JOKER: 0 },
      corrected: null,
      paidTo: null,
      coupons: [],
    });
    const prizes = { coins: 1, coupons: ["c1"] };
    expect(viewOf(sentOp({ op: "spin", base: { prizes } })).coupons).toEqual(["c1"]);
  });

  test("the text of a code, and from which outcome it was corrected", () => {
    const op = sentOp({ state: "rejected", code: "MONEY_NOT_ENOUGH", corrected: { from: "notdone", seen: true } });
    expect(viewOf(op)).toMatchObject({
      code: "MONEY_NOT_ENOUGH",
      text: "errors:MONEY_NOT_ENOUGH",
      corrected: "notdone",
    });
  });

  test("of collected games only what their rows tell: a refusal may be about any of them", () => {
    const collected = { op: "transferAll", input: { to: "wallet" }, state: "rejected", code: "TRANSFER_FAIL" } as const;
    const op = sentOp(collected);
    const base = { ...op.base, balances: { wallet: 0, PG: 50_00, JOKER: 5_00 } };
    const states = (rows: ClaimedRow[]) => viewOf({ ...op, base, rows }).legs.map(({ from, state }) => [from, state]);
    expect(states([])).toEqual([
      ["PG", "open"],
      ["JOKER", "open"],
    ]);
    expect(states([row(0, "FAILED")])).toEqual([
      ["PG", "not"],
      ["JOKER", "open"],
    ]);
  });

  test("of collected games nothing was moved if nothing was sent", () => {
    const unsent = { op: "transferAll", input: { to: "wallet" }, state: "rejected", traceless: true } as const;
    const op = sentOp({ ...unsent, base: { balances: { wallet: 0, PG: 50_00, JOKER: 5_00 } } });
    expect(viewOf(op).legs.map(({ state }) => state)).toEqual(["not", "not"]);
  });

  test("that the only game that was to be collected refused", () => {
    const refused = sentOp({ op: "transferAll", input: { to: "wallet" }, state: "rejected", code: "TRANSFER_FAIL" });
    expect(viewOf(refused).legs).toMatchObject([{ from: "PG", state: "not" }]);
  });

  test("what became of an announced deposit, once its row has appeared", () => {
    const deposit = { op: "addToWallet", input: { amount: 5_00 }, rows: [row(0, "PENDING")] } as const;
    expect(viewOf(sentOp(deposit))).toMatchObject({ settled: "PENDING", received: null });
  });

  test("what the bank did with a withdrawal, once its row has appeared", () => {
    expect(viewOf(sentOp(WITHDRAWAL))).toMatchObject({ settled: null, received: null });
    for (const status of ["PENDING", "SUCCESS", "FAILED"] as const)
      expect(viewOf(sentOp({ ...WITHDRAWAL, rows: [row(0, status)] }))).toMatchObject({
        settled: status,
        received: null,
      });
    expect(viewOf(sentOp({ ...WITHDRAWAL, state: "unknown", rows: [row(0, "SUCCESS")] })).settled).toBeNull();
  });

  test("what became of the withdrawal itself and not of the games that were collected for it", () => {
    const all = { op: "withdrawAll", input: { amount: 5_00 } } as const;
    expect(viewOf(sentOp({ ...all, rows: [row(0, "SUCCESS")] })).settled).toBeNull();
    expect(viewOf(sentOp({ ...all, rows: [row(0, "SUCCESS"), row(1, "FAILED")] })).settled).toBe("FAILED");
  });

  test("how much a gift brought, once its row has appeared", () => {
    const gift = { op: "submitTruelink", input: { linkHash: "h" } } as const;
    expect(viewOf(sentOp(gift))).toMatchObject({ settled: null, received: null });
    expect(viewOf(sentOp({ ...gift, rows: [row(0, "SUCCESS", 80_00)] }))).toMatchObject({
      settled: null,
      received: 80_00,
    });
  });

  test("nothing of rows for a QR", () => {
    expect(viewOf(sentOp({ op: "createQr", input: { bankCode: "KBANK", amount: 5_00 } }))).toMatchObject({
      settled: null,
      received: null,
      legs: [],
    });
  });
});

describe("the steps of an operation of several", () => {
  const states = (more: Partial<OpRecord>) => viewOf(sentOp({ ...BETWEEN, ...more })).legs.map(({ state }) => state);
  const first = { rows: [row(0, "SUCCESS")] };

  test("have their accounts and amounts, from the row if it has appeared", () => {
    expect(viewOf(sentOp({ ...BETWEEN, rows: [row(0, "SUCCESS", 4_99)] })).legs).toEqual([
      { from: "PG", to: "wallet", amount: 4_99, state: "moved" },
      { from: "wallet", to: "JOKER", amount: 5_00, state: "open" },
    ]);
    const everything = sentOp({ op: "withdrawAll", input: { amount: 5_00 } });
    expect(viewOf(everything).legs).toEqual([
      { from: "PG", to: "wallet", amount: null, state: "open" },
      { from: "wallet", to: null, amount: 5_00, state: "open" },
    ]);
  });

  test("are not shown while it runs, nor if there is only one", () => {
    expect(states({ state: "inflight" })).toEqual([]);
    expect(states({ state: "unknown" })).toEqual(["open", "open"]);
    expect(viewOf(sentOp()).legs).toEqual([]);
  });

  test.each<[OpState, string[]]>([
    ["done", ["moved", "open"]],
    ["unknown", ["moved", "open"]],
    ["review", ["moved", "open"]],
    ["notdone", ["moved", "not"]],
    ["rejected", ["moved", "not"]],
  ])("of which one row has appeared: %s", (state, seen) => expect(states({ state, ...first })).toEqual(seen));

  test("none of which has appeared: a refusal is one of the last step", () => {
    expect(states({ state: "notdone" })).toEqual(["not", "not"]);
    expect(states({ state: "rejected" })).toEqual(["open", "not"]);
  });

  test("did not happen if their rows were refused", () => {
    expect(states({ rows: [row(0, "SUCCESS"), row(1, "FAILED")] })).toEqual(["moved", "not"]);
  });
});

describe("the step that a change is", () => {
  const op = (state: OpState, more: Partial<OpRecord> = {}) => sentOp({ state, ...more });

  test.each([
    ["an answer", op("inflight"), op("done"), "answered"],
    ["a lost answer", op("inflight"), op("unknown", { code: "RESET" }), "answered"],
    ["a process that ended", op("inflight"), op("unknown", { code: OWNER_LOST }), "lost"],
    ["an outcome that became known", op("unknown", { code: OWNER_LOST }), op("done", { code: OWNER_LOST }), "settled"],
    ["a correction of not done", op("notdone"), op("done"), "corrected"],
    ["a correction of a review", op("review"), op("done"), "corrected"],
    ["a member who has read a review", op("review"), op("review", { acknowledged: true }), "acknowledged"],
    ["the same member again", op("review", { acknowledged: true }), op("review", { acknowledged: true }), null],
    ["a row that appeared", op("done"), op("done", { rows: [row(0, "SUCCESS")] }), null],
    ["a final state that changes, which never happens", op("rejected"), op("done"), null],
  ] as const)("%s", (_what, before, after, step) => expect(stepOf(before, after)).toBe(step));
});
