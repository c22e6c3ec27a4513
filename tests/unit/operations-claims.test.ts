/** Which of several operations a statement row belongs to. */
import { describe, expect, test } from "vitest";
import { assign, debtsOf } from "../../server/operations/claims";
import { marked } from "../../server/operations/rows";
import { TIMINGS } from "../../server/operations/rules";
import type { ClaimedRow, OpRecord, OpState } from "../../server/operations/types";
import type { StatementRow } from "../../server/operator/contract/statement";
import { SENT_AT, sentOp } from "../support/sent-op";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How far the clock of the rows may be off. */
const OFF = 5 * MINUTE;

const op = (id: string, state: OpState, more: Parameters<typeof sentOp>[0] = {}) => sentOp({ id, state, ...more });
const row = (at = 0, more: Partial<StatementRow> = {}): StatementRow => ({
  statementType: "transfer",
  status: "SUCCESS",
  from: "wallet",
  to: "PG",
  amount: 100_00,
  createdAt: new Date(SENT_AT + at),
  ...more,
});

type Lost = { from: number; to: number };
/** The ids of the operations to which rows (newest first) are given, by the row. */
function owners(recent: OpRecord[], rows: StatementRow[], lost: Lost[] = [], taken: string[] = []) {
  const named = marked(rows);
  const claims = [...assign({ recent, taken, lost }, named, TIMINGS)];
  return named.map(({ mark }) => claims.find(([, claimed]) => claimed.some((one) => one.mark === mark))?.[0] ?? null);
}
const nameOfRow = (one: StatementRow) => marked([one])[0]!.mark;

/** Operations that were answered at once, and their rows, by a clock that is `ahead` of the operator's. */
function answered(ahead: number, count: number) {
  const rows = Array.from({ length: count }, (_, at) => row(ahead + SECOND, { amount: at + 1 }));
  const ops = rows.map((one) => {
    const { mark, status, amount } = marked([one])[0]!;
    return op(`of ${amount}`, "done", { base: { slack: OFF }, rows: [{ mark, leg: 0, status, amount }] });
  });
  return { ops, rows };
}

describe("a row is given", () => {
  test("with its step, status and amount", () => {
    const pending = row(0, { status: "PENDING" });
    expect([...assign({ recent: [op("a", "done")], taken: [], lost: [] }, marked([pending]), TIMINGS)]).toEqual([
      ["a", [{ mark: nameOfRow(pending), leg: 0, status: "PENDING", amount: 100_00 }]],
    ]);
  });

  test("to one operation: the oldest of equal ones first, and one each", () => {
    const equal = [op("a", "done"), op("b", "done")];
    expect(owners(equal, [row()])).toEqual(["a"]);
    expect(owners(equal, [row(), row()])).toEqual(["b", "a"]);
    expect(owners(equal, [row(), row(), row()])).toEqual([null, "b", "a"]);
  });

  test("first to what was accepted, then to what is open, in review, not done", () => {
    const states: OpState[] = ["notdone", "review", "unknown", "done"];
    const recent = states.map((state) => op(state, state));
    // The oldest row stands last.
    expect(
      owners(
        recent,
        states.map(() => row()),
      ),
    ).toEqual(states);
  });

  test("of several that were called not done or are in review to the nearest in time", () => {
    const at = (minutes: number) => ({
      startedAt: SENT_AT + minutes * MINUTE,
      base: { at: SENT_AT + minutes * MINUTE },
    });
    const denied = [op("a", "review", at(0)), op("b", "notdone", at(8)), op("c", "notdone", at(20))];
    expect(owners(denied, [row(8 * MINUTE + SECOND)])).toEqual(["b"]);
    expect(owners(denied, [row(8 * MINUTE - 20 * SECOND)])).toEqual(["b"]);

    expect(owners(denied, [row(20 * MINUTE), row(8 * MINUTE), row(MINUTE)])).toEqual(["c", "b", "a"]);
  });

  test("to a refused operation of several steps before one that was called not done, and after an open one", () => {
    const refused = op("refused", "rejected", { input: { from: "PG", to: "JOKER", amount: 100_00 } });
    const single = { input: { from: "PG", to: "wallet", amount: 100_00 } };
    const out = row(0, { from: "PG", to: "wallet" });
    expect(owners([op("review", "review", single), refused], [out])).toEqual(["refused"]);
    expect(owners([refused, op("unknown", "unknown", single)], [out])).toEqual(["unknown"]);
    expect(owners([refused, op("inflight", "inflight", single)], [out])).toEqual(["inflight"]);
  });

  test("to nobody if it was taken before, by an older operation or by one that still has it", () => {
    expect(owners([op("a", "done")], [row()], [], [nameOfRow(row())])).toEqual([null]);
    const owner = op("a", "done", { rows: [{ mark: nameOfRow(row()), leg: 0, status: "SUCCESS", amount: 100_00 }] });
    expect(owners([owner, op("b", "done")], [row()])).toEqual([null]);
  });

  test("to nobody if the baseline had seen it, ended or still open", () => {
    for (const seen of [nameOfRow(row()), `${nameOfRow(row())}?`])
      expect(owners([op("a", "done", { base: { seen: [seen] } })], [row()])).toEqual([null]);
  });

  test("to nobody if it is not newer than the horizon", () => {
    const horizon = { base: { horizon: SENT_AT } };
    expect(owners([op("a", "done", horizon)], [row(0)])).toEqual([null]);
    expect(owners([op("a", "done", horizon)], [row(1)])).toEqual(["a"]);
  });

  test("to nobody if it is a refused transfer; a withdrawal that was given back keeps its row", () => {
    expect(owners([op("a", "done")], [row(0, { status: "FAILED" })])).toEqual([null]);
    const withdrawal = op("w", "done", { op: "withdraw", input: { amount: 100_00 } });
    expect(owners([withdrawal], [row(0, { statementType: "withdraw", to: "KBANK", status: "FAILED" })])).toEqual(["w"]);
  });
});

describe("a row that an operation has already", () => {
  const known = { mark: nameOfRow(row()), leg: 0, status: "PENDING" as const, amount: 100_00 };
  const claimsOf = (rows: StatementRow[]) => [
    ...assign({ recent: [op("a", "done", { rows: [known] })], taken: [], lost: [] }, marked(rows), TIMINGS),
  ];

  test("gets its new status, and is not reported while nothing has changed", () => {
    expect(claimsOf([row()])).toEqual([["a", [{ ...known, status: "SUCCESS" }]]]);
    expect(claimsOf([row(0, { status: "PENDING" })])).toEqual([]);
  });

  test("stays as it was if the operator does not show it any more", () => expect(claimsOf([])).toEqual([]));

  test("is reported with the others of its operation, of which none need have changed", () => {
    const [one, other] = [row(), row(0, { from: "PG", to: "wallet" })];
    const rows = [
      { ...known, status: "SUCCESS" as const },
      { ...known, mark: nameOfRow(other), leg: 1 },
    ];
    const claims = assign({ recent: [op("a", "done", { rows })], taken: [], lost: [] }, marked([one, other]), TIMINGS);
    expect([...claims]).toEqual([["a", [rows[0], { ...rows[1], status: "SUCCESS" }]]]);
  });

  test("means nothing to an operation that has none", () => {
    expect(assign({ recent: [op("a", "rejected")], taken: [], lost: [] }, marked([row()]), TIMINGS).size).toBe(0);
  });

  test("stays with it when the row of its next step appears", () => {
    const between = op("a", "done", { input: { from: "PG", to: "JOKER", amount: 100_00 }, rows: [known] });
    const [[, rows]] = [
      ...assign({ recent: [between], taken: [], lost: [] }, marked([row(0, { to: "JOKER" })]), TIMINGS),
    ] as [[string, unknown[]]];
    expect(rows).toEqual([known, expect.objectContaining({ leg: 1, status: "SUCCESS" })]);
  });
});

describe("the time in which a row may appear", () => {
  test.each<[string, OpState, Parameters<typeof sentOp>[0], number]>([
    ["until the answer, if it was accepted", "done", { finishedAt: SENT_AT + 9 * SECOND }, 9 * SECOND],
    [
      "until it may have been executed, if its end is not known",
      "done",
      { finishedAt: null },
      TIMINGS.callMs + 240_000,
    ],
    ["until it may have been executed, while it runs", "inflight", {}, TIMINGS.callMs + 240_000],
    ["until it may have been executed, while it is unknown", "unknown", {}, TIMINGS.callMs + 240_000],
    ["for a day, if it was called not done", "notdone", {}, 24 * HOUR],
    ["for a day, if a person had to look at it", "review", {}, 24 * HOUR],
  ])("%s", (_what, state, more, last) => {
    const may = (at: number) => owners([op("a", state, more)], [row(at)])[0] === "a";
    expect([-OFF - 1, -OFF, last + OFF, last + OFF + 1].map(may)).toEqual([false, true, true, false]);
  });

  test.each<OpState>(["notdone", "review"])(
    "ends when it may have been executed if any amount fits: later transfers look the same (%s)",
    (state) => {
      const all = op("a", state, { op: "transferAll", input: { to: "PG" } });
      const may = (at: number) => owners([all], [row(at, { amount: 515_00 })])[0] === "a";
      const executed = TIMINGS.callMs + 240_000;
      expect([executed + OFF, executed + OFF + 1].map(may)).toEqual([true, false]);
    },
  );

  test("is counted by the operator's clock, which the baseline has", () => {
    const ahead = op("a", "done", { finishedAt: SENT_AT + SECOND, base: { at: SENT_AT + HOUR } });
    const may = (at: number) => owners([ahead], [row(HOUR + at)])[0] === "a";
    expect([-OFF - 1, -OFF, SECOND + OFF, SECOND + OFF + 1].map(may)).toEqual([false, true, true, false]);
  });

  test("is there for every game of a refused collection, which may have emptied its last one", () => {
    const all = op("all", "rejected", {
      op: "transferAll",
      input: { to: "wallet" },
      finishedAt: SENT_AT + SECOND,
      base: { balances: { wallet: 0, PG: 20_00, JOKER: 30_00 } },
    });
    const from = (game: string, amount: number) => row(0, { from: game, to: "wallet", amount });
    expect(owners([all], [from("JOKER", 30_00), from("PG", 20_00)])).toEqual(["all", "all"]);
  });

  test("ends with the answer for the first step of a refused operation; its last step has no row", () => {
    const refused = { input: { from: "PG", to: "JOKER", amount: 100_00 }, finishedAt: SENT_AT + SECOND };
    const out = (at: number) => row(at, { from: "PG", to: "wallet" });
    const may = (one: StatementRow) => owners([op("a", "rejected", refused)], [one])[0] === "a";
    expect([SECOND + OFF, SECOND + OFF + 1].map((at) => may(out(at)))).toEqual([true, false]);
    expect(may(row(0, { to: "JOKER" }))).toBe(false);
    const unended = op("a", "rejected", { ...refused, finishedAt: null });
    expect(debtsOf(unended, TIMINGS)[0]!.to).toBe(SENT_AT + TIMINGS.callMs + 240_000 + OFF);
  });

  test("is over for an operation that was never sent, and for steps whose rows have appeared", () => {
    expect(debtsOf(op("a", "done", { traceless: true }), TIMINGS)).toEqual([]);
    const rows = [{ mark: "m", leg: 0, status: "SUCCESS" as const, amount: 1 }];
    expect(debtsOf(op("a", "done", { rows }), TIMINGS)).toEqual([]);
    const between = { input: { from: "PG", to: "JOKER", amount: 1 }, rows };
    expect(debtsOf(op("a", "done", between), TIMINGS).map(({ leg }) => leg)).toEqual([1]);
    const all = {
      op: "withdrawAll",
      input: { amount: 1 },
      base: { balances: { wallet: 0, PG: 1, JOKER: 1 } },
    } as const;
    const two = [...rows, { ...rows[0]!, mark: "n", leg: 1 }];
    expect(debtsOf(op("a", "done", { ...all, rows: two }), TIMINGS).map(({ leg }) => leg)).toEqual([2]);
  });
});

describe("a row from the time of lost operations", () => {
  const lost = { from: SENT_AT - SECOND, to: SENT_AT + SECOND };
  const may = (state: OpState, at: number) => owners([op("a", state)], [row(at)], [lost])[0] === "a";

  test("corrects nothing that was said: it may be one of theirs", () => {
    for (const state of ["notdone", "review"] as const)
      expect([-SECOND - 1, -SECOND, 0, SECOND, SECOND + 1].map((at) => may(state, at))).toEqual([
        true,
        false,
        false,
        false,
        true,
      ]);
  });

  test("is told by the clock of the rows, where it is known", () => {
    const behind = -MINUTE;
    const { ops, rows } = answered(behind, 3);
    const loss = { from: SENT_AT - 2 * MINUTE, to: SENT_AT };
    const created = row(behind + 2 * SECOND);
    expect(owners([op("a", "notdone")], [created, ...rows], [loss])[0]).toBe(null);
    expect(owners([...ops, op("a", "notdone")], [created, ...rows], [loss])[0]).toBe("a");
  });

  test("is given to an operation that was accepted or is open", () => {
    for (const state of ["done", "inflight", "unknown"] as const) expect(may(state, 0)).toBe(true);
  });
});

describe("among several that may own a row, one that ran when it was created comes first", () => {
  const later = { startedAt: SENT_AT + 3 * MINUTE, base: { at: SENT_AT + 3 * MINUTE, slack: 30 * SECOND } };
  const gift = (state: OpState, more: Parameters<typeof sentOp>[0] = {}) =>
    op(`gift ${state}`, state, { op: "submitTruelink", input: { linkHash: "1" }, ...more });
  const credited = (at: number) => row(at, { statementType: "deposit", from: "TRUEWALLET", to: "wallet" });

  test("a gift that was called not done, and not the next one, which is open", () => {
    expect(owners([gift("notdone"), gift("unknown", later)], [credited(2 * MINUTE)])).toEqual(["gift notdone"]);
  });

  test("a gift that is open, and not a deposit that had been accepted before", () => {
    const announced = op("announced", "done", { op: "addToWallet", input: { amount: 100_00 } });
    const base = { slack: 30 * SECOND };
    expect(
      owners(
        [{ ...announced, base: { ...announced.base, ...base } }, gift("unknown", { base })],
        [credited(2 * MINUTE)],
      ),
    ).toEqual(["gift unknown"]);
  });

  test("a deposit that is open, and not a gift of any amount that was answered shortly before", () => {
    const started = { startedAt: SENT_AT + 24 * SECOND, base: { at: SENT_AT + 24 * SECOND } };
    const announced = op("announced", "unknown", { op: "addToWallet", input: { amount: 100_00 }, ...started });
    const answeredGift = gift("done", { finishedAt: SENT_AT + SECOND });
    const { ops, rows } = answered(0, 3);
    const of = (at: number) => owners([...ops, answeredGift, announced], [credited(at), ...rows])[0];
    expect(of(25 * SECOND)).toBe("announced");
    expect(of(2 * SECOND)).toBe("gift done");
    // Nobody else could have left it.
    expect(owners([...ops, answeredGift], [credited(25 * SECOND), ...rows])[0]).toBe("gift done");
  });

  test("of two that were answered, the one that was while the row was created, whatever its amount", () => {
    const announced = op("announced", "done", {
      op: "addToWallet",
      input: { amount: 100_00 },
      finishedAt: SENT_AT + SECOND,
      base: { slack: OFF },
    });
    const started = { startedAt: SENT_AT + 20 * SECOND, base: { at: SENT_AT + 20 * SECOND, slack: OFF } };
    const opened = gift("done", { ...started, finishedAt: SENT_AT + 21 * SECOND });
    const { ops, rows } = answered(0, 3);
    expect(owners([...ops, announced, opened], [credited(20.5 * SECOND), ...rows])[0]).toBe("gift done");
    expect(owners([...ops, announced, opened], [credited(0.5 * SECOND), ...rows])[0]).toBe("announced");
    expect(owners([announced, opened], [credited(20.5 * SECOND)])[0]).toBe("announced");
  });

  test("one that asked for its amount, and not a collection that must have brought another", () => {
    const balances = { wallet: 300_00, PG: 50_00, JOKER: 200_00 };
    const all = (more: Parameters<typeof sentOp>[0] = {}) =>
      op("all", "done", { op: "transferAll", input: { to: "PG" }, ...more, base: { balances, slack: OFF } });
    const open = op("open", "unknown", { base: { slack: OFF } });
    const out = row(0, { from: "JOKER", to: "wallet" });
    const asked = op("asked", "notdone", { input: { from: "JOKER", to: "wallet", amount: 100_00 } });
    expect(owners([all(), open], [row()])).toEqual(["open"]);
    expect(owners([all(), open], [row(0, { amount: 500_00 })])).toEqual(["all"]);
    expect(owners([all(), asked], [out])).toEqual(["asked"]);
    // Games are played: nobody else could have left it.
    expect(owners([all()], [row()])).toEqual(["all"]);
    // What it must have brought is not known, and it was accepted.
    const hidden = op("all", "done", { op: "transferAll", input: { to: "PG" }, base: { balances: {}, slack: OFF } });
    expect(owners([hidden, open], [row()])).toEqual(["all"]);
  });

  test("also where the operator does not tell its time, but rows of answered operations do", () => {
    const ahead = 4 * MINUTE;
    const equal = [gift("notdone"), gift("unknown", { ...later, base: { ...later.base, slack: OFF } })];
    const created = credited(ahead + 2 * MINUTE);
    const { ops, rows } = answered(ahead, 3);
    expect(owners([...ops, ...equal], [created, ...rows])[0]).toBe("gift notdone");
    expect(owners([...ops.slice(1), ...equal], [created, ...rows])[0]).toBe("gift unknown");
    expect(owners(equal, [created])[0]).toBe("gift unknown");
  });
});

describe("rows of equal transfers, of which the first appears last,", () => {
  const at = (seconds: number) => {
    const startedAt = SENT_AT + seconds * SECOND;
    return { startedAt, finishedAt: startedAt + SECOND, base: { at: startedAt, slack: OFF } };
  };
  const held = (...rows: StatementRow[]) =>
    marked(rows).map(({ mark, status, amount }, leg): ClaimedRow => ({ mark, leg, status, amount }));
  const [first, second, third] = [row(SECOND), row(31 * SECOND), row(61 * SECOND)];

  test("are given again in their order, and none to one that was called not done", () => {
    const denied = op("denied", "notdone", at(-30));
    const one = op("one", "done", { ...at(0), rows: held(second) });
    const two = op("two", "done", { ...at(30), rows: held(third) });
    const three = op("three", "done", at(60));
    expect(owners([denied, one, two, three], [third, second, first])).toEqual(["three", "two", "one"]);
  });

  test("move on past one that had seen them, to the one whose answer was lost", () => {
    const refused = op("refused", "rejected", { ...at(-30), input: { from: "PG", to: "JOKER", amount: 100_00 } });
    const out = (one: StatementRow) => ({ ...one, from: "PG", to: "wallet" });
    const single = { input: { from: "PG", to: "wallet", amount: 100_00 } };
    const one = op("one", "done", { ...at(0), ...single, rows: held(out(second)) });
    const two = op("two", "done", { ...at(30), ...single, rows: held(out(third)) });
    const open = op("open", "unknown", { ...at(60), ...single });
    open.base.seen = [nameOfRow(out(second))];
    expect(owners([refused, one, two, open], [third, second, first].map(out))).toEqual(["open", "two", "one"]);
  });

  test("stay where they are if the new one is later, is of another amount, or is one that was refused", () => {
    const one = op("one", "done", { ...at(0), rows: held(second) });
    const two = op("two", "done", at(30));
    for (const late of [third, row(SECOND, { amount: 50_00 }), row(SECOND, { status: "FAILED" })])
      expect(owners([one, two], late === third ? [late, second] : [second, late]).includes("one")).toBe(false);
  });

  test("stay where they are if none that was accepted or is open waits for one: it may be another app's", () => {
    const denied = op("denied", "notdone", at(30));
    const one = op("one", "done", { ...at(0), rows: held(second) });
    expect(owners([one, denied], [second, first])).toEqual([null, "denied"]);
    expect(
      owners(
        [one, op("other", "done", { ...at(30), input: { from: "wallet", to: "PG", amount: 1 } })],
        [second, first],
      ),
    ).toEqual([null, null]);
  });

  test("stay with one that was corrected, and where they are no transfers", () => {
    const one = op("one", "done", { ...at(0), rows: held(second), corrected: { from: "notdone", seen: true } });
    expect(owners([one, op("two", "done", at(30))], [second, first])).toEqual([null, "two"]);
    const paid = (more: StatementRow) => ({ ...more, statementType: "withdraw" as const, to: "KBANK" });
    const withdrawal = { op: "withdraw", input: { amount: 100_00 } } as const;
    const early = op("early", "done", { ...at(0), ...withdrawal, rows: held(paid(second)) });
    const later = op("later", "done", { ...at(30), ...withdrawal });
    expect(owners([early, later], [second, first].map(paid))).toEqual([null, "later"]);
  });

  test("are not reported if each is given to the one that had it", () => {
    const one = op("one", "done", { ...at(0), rows: held(second) });
    const early = op("early", "done", at(-30));
    expect(owners([early, one], [second, first])).toEqual([null, "early"]);
  });
});
