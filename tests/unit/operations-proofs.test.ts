/** How each operation is proved: the rows it leaves, the QR it makes, and which operations are the same. */
import { describe, expect, test } from "vitest";
import {
  fingerprintOf,
  isGathering,
  legsOf,
  looksLike,
  owesRows,
  PROOFS,
  tookPlace,
} from "../../server/operations/proofs";
import { OP_NAMES } from "../../server/operations/types";
import type { ClaimedRow, OpName } from "../../server/operations/types";
import { sentOp } from "../support/sent-op";

const legs = (op: OpName, input: object) =>
  legsOf(sentOp({ op, input: { ...input }, base: { balances: { wallet: 900_00, PG: 50_00, JOKER: 1, SLOT: 0 } } }));
const collecting = (from: string, expected: number) => ({ type: "transfer", from, to: "wallet", expected });

describe("the rows that an operation leaves", () => {
  test.each<[string, OpName, object, object[]]>([
    [
      "a transfer from the wallet: one",
      "transfer",
      { from: "wallet", to: "PG", amount: 5_00 },
      [{ type: "transfer", from: "wallet", to: "PG", amount: 5_00 }],
    ],
    [
      "a transfer to the wallet: one",
      "transfer",
      { from: "PG", to: "wallet", amount: 5_00 },
      [{ type: "transfer", from: "PG", to: "wallet", amount: 5_00 }],
    ],
    [
      "a transfer between games: first to the wallet, then from it",
      "transfer",
      { from: "PG", to: "JOKER", amount: 5_00 },
      [
        { type: "transfer", from: "PG", to: "wallet", amount: 5_00 },
        { type: "transfer", from: "wallet", to: "JOKER", amount: 5_00 },
      ],
    ],
    [
      "collecting into the wallet: one for each game with money, of any amount",
      "transferAll",
      { to: "wallet" },
      [collecting("PG", 50_00), collecting("JOKER", 1)],
    ],
    [
      "collecting into a game: its own money stays, and the last row is the one into it",
      "transferAll",
      { to: "PG" },
      [collecting("JOKER", 1), { type: "transfer", from: "wallet", to: "PG", expected: 900_01 }],
    ],
    [
      "a withdrawal: one, whatever bank it goes to",
      "withdraw",
      { amount: 5_00 },
      [{ type: "withdraw", from: "wallet", amount: 5_00 }],
    ],
    [
      "a withdrawal of everything: the games are collected first",
      "withdrawAll",
      { amount: 5_00 },
      [collecting("PG", 50_00), collecting("JOKER", 1), { type: "withdraw", from: "wallet", amount: 5_00 }],
    ],
    [
      "an announced deposit: one of its amount",
      "addToWallet",
      { amount: 5_00 },
      [{ type: "deposit", from: "TRUEWALLET", to: "wallet", amount: 5_00 }],
    ],
    [
      "a gift: one of any amount",
      "submitTruelink",
      { linkHash: "h" },
      [{ type: "deposit", status: "SUCCESS", from: "TRUEWALLET", to: "wallet" }],
    ],
    ["a QR: none", "createQr", { bankCode: "KBANK", amount: 5_00 }, []],
    ["a cancelled QR: none", "cancelQr", { bankCode: "KBANK", qrcodeId: "q" }, []],
    ["a slip: none", "uploadSlip", { bankCode: "KBANK", head: "h" }, []],
  ])("%s", (_what, op, input, rows) => expect(legs(op, input)).toEqual(rows));

  test("are owed until all of them have appeared, but not those of games, which may have been empty", () => {
    const between = { from: "PG", to: "JOKER", amount: 5_00 };
    const row = (leg: number, status: ClaimedRow["status"] = "SUCCESS"): ClaimedRow => ({
      mark: `row ${leg}`,
      leg,
      status,
      amount: 5_00,
    });
    expect(owesRows(sentOp({ input: between }))).toBe(true);
    expect(owesRows(sentOp({ input: between, rows: [row(0)] }))).toBe(true);
    expect(owesRows(sentOp({ input: between, rows: [row(0), row(1)] }))).toBe(false);
    expect(owesRows(sentOp({ op: "transferAll", input: { to: "wallet" } }))).toBe(false);
    const intoPg = { op: "transferAll", input: { to: "PG" }, base: { balances: { wallet: 0, JOKER: 5_00 } } } as const;
    expect(owesRows(sentOp({ ...intoPg, rows: [row(0)] }))).toBe(true);
    expect(owesRows(sentOp({ ...intoPg, rows: [row(1)] }))).toBe(false);
    expect(owesRows(sentOp({ op: "createQr", input: { bankCode: "KBANK", amount: 5_00 } }))).toBe(false);
  });

  test("may still change while one of them is open", () => {
    const rows = (status: ClaimedRow["status"]) => [
      { mark: "first", leg: 0, status: "SUCCESS" as const, amount: 5_00 },
      { mark: "last", leg: 1, status, amount: 5_00 },
    ];
    const withdrawal = (status: ClaimedRow["status"]) =>
      sentOp({ op: "withdrawAll", input: { amount: 5_00 }, rows: rows(status) });
    expect(["PENDING", "SUCCESS", "FAILED"].map((status) => owesRows(withdrawal(status as "PENDING")))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("are not owed by operations that were refused or never sent", () => {
    expect(owesRows(sentOp())).toBe(true);
    expect(owesRows(sentOp({ state: "rejected" }))).toBe(false);
    expect(owesRows(sentOp({ traceless: true }))).toBe(false);
  });
});

describe("a row belongs to a leg", () => {
  const leg = { type: "transfer", from: "PG", to: "wallet", amount: 5_00 } as const;
  const row = {
    statementType: "transfer",
    status: "SUCCESS",
    from: "PG",
    to: "wallet",
    amount: 5_00,
    createdAt: new Date(),
  } as const;

  test.each([
    ["type", { statementType: "deposit" as const }],
    ["source", { from: "JOKER" }],
    ["target", { to: "JOKER" }],
    ["amount", { amount: 5_01 }],
  ])("only if its %s is the same", (_what, more) => {
    expect(looksLike(leg, row)).toBe(true);
    expect(looksLike(leg, { ...row, ...more })).toBe(false);
  });

  test("whatever its source, target and amount are, if the leg names none", () => {
    expect(looksLike({ type: "transfer" }, { ...row, from: null, to: null, amount: 0 })).toBe(true);
    expect(looksLike({ type: "withdraw" }, row)).toBe(false);
  });

  test("and shows that it took place, unless it is a refused transfer", () => {
    const shows = (type: "transfer" | "withdraw" | "deposit") =>
      (["SUCCESS", "PENDING", "FAILED"] as const).map((status) => tookPlace({ status }, { type }));
    expect(shows("transfer")).toEqual([true, true, false]);
    expect(shows("withdraw")).toEqual([true, true, true]);
    expect(shows("deposit")).toEqual([true, true, true]);
  });

  test("that collects a game's money is a transfer of any amount into the wallet", () => {
    expect(isGathering({ type: "transfer", from: "PG", to: "wallet" })).toBe(true);
    expect(isGathering(leg)).toBe(false);
    expect(isGathering({ type: "transfer", from: "wallet", to: "PG" })).toBe(false);
    expect(isGathering({ type: "deposit", from: "TRUEWALLET", to: "wallet" })).toBe(false);
  });
});

describe("a QR", () => {
  const base = (qrcodeId: string | null) => sentOp({ base: { qrcodeId } }).base;
  const shown = { hasQrcode: true, qrcodeId: "new", amount: 5_00 };
  const happened = (
    op: OpName,
    ...args: Parameters<Extract<(typeof PROOFS)[OpName]["evidence"], { by: "qr" }>["happened"]>
  ) => {
    const { evidence } = PROOFS[op];
    return evidence.by === "qr" && evidence.happened(...args);
  };

  test("was made if one is shown that was not there before, of the amount that was asked for", () => {
    const input = { bankCode: "KBANK", amount: 5_00 };
    expect(happened("createQr", shown, base(null), input)).toBe(true);
    expect(happened("createQr", shown, base("old"), input)).toBe(true);
    expect(happened("createQr", shown, base("new"), input)).toBe(false);
    expect(happened("createQr", { ...shown, amount: 5_01 }, base(null), input)).toBe(false);
    expect(happened("createQr", { ...shown, hasQrcode: false }, base(null), input)).toBe(false);
  });

  test("was cancelled if none is shown, or another", () => {
    const input = { bankCode: "KBANK", qrcodeId: "new" };
    expect(happened("cancelQr", shown, base("new"), input)).toBe(false);
    expect(happened("cancelQr", { ...shown, hasQrcode: false }, base("new"), input)).toBe(true);
    expect(happened("cancelQr", { ...shown, qrcodeId: "next" }, base("new"), input)).toBe(true);
  });
});

describe("two operations are the same", () => {
  test.each<[OpName, string[]]>([
    ["transfer", ["from", "to", "amount"]],
    ["transferAll", ["to"]],
    ["withdraw", ["amount"]],
    ["withdrawAll", ["amount"]],
    ["createQr", ["bankCode", "amount"]],
    ["cancelQr", ["bankCode", "qrcodeId"]],
    ["addToWallet", ["amount"]],
    ["submitTruelink", ["linkHash"]],
    ["uploadSlip", ["bankCode", "head"]],
    ["activateBonus", ["code"]],
    ["activatePromotion", ["code"]],
    ["claimCoupon", ["coupon"]],
  ])("%s: if their %s are equal, whatever else the form has", (op, fields) => {
    const input = Object.fromEntries(fields.map((field) => [field, "same"]));
    expect(fingerprintOf(op, { ...input, note: "x" })).toBe(fingerprintOf(op, input));
    for (const field of fields)
      expect(fingerprintOf(op, { ...input, [field]: "other" })).not.toBe(fingerprintOf(op, input));
  });

  test("only if they are of one kind", () => {
    const prints = OP_NAMES.map((op) => fingerprintOf(op, { amount: 5_00 }));
    expect(new Set(prints).size).toBe(OP_NAMES.length);
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});

test("money must have moved to prove an operation, but for the announcement of a deposit and the end of a bonus", () => {
  const moving = OP_NAMES.filter((op) => {
    const { evidence } = PROOFS[op];
    return evidence.by === "statement" && evidence.moves;
  });
  const others: OpName[] = ["createQr", "cancelQr", "uploadSlip", "spin", "addToWallet", "clearBonus"];
  expect(moving).toEqual(OP_NAMES.filter((op) => !others.includes(op)));
});
