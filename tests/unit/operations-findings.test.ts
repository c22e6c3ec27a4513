/** What the rows and balances after a lost answer say about an operation, and what is read before it is sent. */
import { describe, expect, test } from "vitest";
import { systemClock } from "../../server/operations/clock";
import type { Core } from "../../server/operations/core";
import { findByRows, takeBaseline } from "../../server/operations/evidence";
import { findByList } from "../../server/operations/lists";
import type { OperatorPort, Prizes, QrView, SlipRow } from "../../server/operations/port";
import type { MemberRecords } from "../../server/operations/records";
import { marked, type MarkedRow } from "../../server/operations/rows";
import { ALL_RULES, TIMINGS } from "../../server/operations/rules";
import type { ClaimedRow, OpName, OpRecord } from "../../server/operations/types";
import type { StatementRow } from "../../server/operator/contract/statement";
import { SENT_AT, sentOp } from "../support/sent-op";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const AUTH = { token: "token" };
/** After this the row is surely newer than the baseline. */
const LATER = SENT_AT + 6 * MINUTE;

const row = (more: Partial<StatementRow> = {}): StatementRow => ({
  statementType: "transfer",
  status: "SUCCESS",
  from: "wallet",
  to: "PG",
  amount: 100_00,
  createdAt: new Date(LATER),
  ...more,
});
const deposit = row({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 30_00 });

/** As if the rows with these places had been given to the operation, one for each leg. */
const claimed = (rows: readonly MarkedRow[], ...places: number[]): ClaimedRow[] =>
  places.map((at, leg) => ({ mark: rows[at]!.mark, leg, status: rows[at]!.status, amount: rows[at]!.amount }));

interface Shown {
  op?: OpName;
  input?: OpRecord["input"];
  rows?: StatementRow[];
  /** Places of the operation's own rows, by leg. */
  own?: number[];
  balances?: Record<string, number>;
  base?: Partial<OpRecord["base"]>;
  others?: OpRecord[];
  /** Places of rows of older operations. */
  taken?: number[];
}

/** 1,000 in the wallet, 50 in PG and nothing in JOKER before the operation, a transfer of 100 into PG. */
function finding({ rows = [], own = [], balances = {}, others = [], taken = [], base, ...more }: Shown) {
  const named = marked(rows);
  const op = sentOp({ ...more, state: "unknown", base, rows: claimed(named, ...own) });
  const now = { wallet: 1_000_00, PG: 50_00, JOKER: 0, ...balances };
  const records = { recent: [...others, op], taken: taken.map((at) => named[at]!.mark) };
  return findByRows({ rules: ALL_RULES } as Core, records, op, { rows: named, balances: now });
}

describe("a transfer", () => {
  const moved = { rows: [row()], balances: { wallet: 900_00, PG: 150_00 } };

  test("happened if its row has appeared and the wallet agrees", () => {
    expect(finding({ ...moved, own: [0] })).toBe("happened");
  });

  test("is absent if neither a row nor a balance tells of it", () => expect(finding({})).toBe("absent"));

  test("is unclear while its row says what the wallet does not, or the wallet what no row says", () => {
    expect(finding({ rows: [row()], own: [0] })).toBe("unclear");
    expect(finding({ balances: { wallet: 900_00, PG: 150_00 } })).toBe("unclear");
    expect(finding({ balances: { wallet: 1_000_01 } })).toBe("unclear");
  });

  test("is unclear while a row that another process has given to it is not among those that were read", () => {
    const op = sentOp({ state: "unknown", rows: claimed(marked([row()]), 0) });
    const sight = { rows: [], balances: op.base.balances };
    expect(findByRows({ rules: ALL_RULES } as Core, { recent: [op], taken: [] }, op, sight)).toBe("unclear");
  });

  test("is decided although something else happened, if a row explains that", () => {
    expect(finding({ rows: [deposit], balances: { wallet: 1_030_00 } })).toBe("absent");
    expect(finding({ rows: [deposit, row()], own: [1], balances: { wallet: 930_00 } })).toBe("happened");
    expect(finding({ rows: [deposit], balances: { wallet: 1_000_00 } })).toBe("unclear");
  });

  test("is unclear if the game has just what it would have got, and no row explains that", () => {
    expect(finding({ balances: { PG: 150_00 } })).toBe("unclear");
    expect(finding({ balances: { PG: 149_99 } })).toBe("absent");
    expect(finding({ balances: { PG: -50_00 } })).toBe("absent");
    const out = { input: { from: "PG", to: "wallet", amount: 20_00 } };
    expect(finding({ ...out, balances: { PG: 30_00 } })).toBe("unclear");
    expect(finding({ ...out, balances: { PG: 70_00 } })).toBe("absent");
  });

  test("is unclear if its row may be of an equal one just before it, and its game has not moved", () => {
    const out = row({ from: "PG", to: "wallet", amount: 20_00, createdAt: new Date(SENT_AT) });
    const asked = { input: { from: "PG", to: "wallet", amount: 20_00 }, rows: [out], own: [0] };
    expect(finding({ ...asked, balances: { wallet: 1_020_00, PG: 50_00 } })).toBe("unclear");
    expect(finding({ ...asked, balances: { wallet: 1_020_00, PG: 30_00 } })).toBe("happened");
    // The game was played.
    expect(finding({ ...asked, balances: { wallet: 1_020_00, PG: 45_00 } })).toBe("happened");
  });

  test("is unclear if rows, the wallet or what was seen before are not known", () => {
    const op = sentOp({ state: "unknown" });
    const core = { rules: ALL_RULES } as Core;
    const balances = op.base.balances;
    expect(findByRows(core, { recent: [op], taken: [] }, op, { rows: null, balances })).toBe("unclear");
    expect(findByRows(core, { recent: [op], taken: [] }, op, { rows: [], balances: { PG: 50_00 } })).toBe("unclear");
    expect(finding({ base: { balances: { PG: 50_00 } } })).toBe("unclear");
    expect(finding({ op: "createQr", input: { bankCode: "KBANK", amount: 1 } })).toBe("unclear");
  });

  test("does not need its balance explained by rows of operations that had ended before it", () => {
    const rows = marked([row({ amount: 40_00 })]);
    const before = (more: Parameters<typeof sentOp>[0]) =>
      finding({ rows, others: [sentOp({ id: "before", rows: claimed(rows, 0), ...more })] });
    expect(before({ finishedAt: SENT_AT })).toBe("absent");
    expect(before({ finishedAt: SENT_AT + 1 })).toBe("unclear");
    expect(before({ finishedAt: null })).toBe("unclear");
    expect(before({ finishedAt: SENT_AT, state: "unknown" })).toBe("unclear");
    expect(before({ finishedAt: SENT_AT, rows: undefined })).toBe("unclear");
  });

  test("does not have its balance explained by a row of an operation that is not listed any more", () => {
    const shown = { rows: [row({ createdAt: new Date(SENT_AT) })], balances: { wallet: 900_00 } };
    // It may have had its effect before or after the balances were read.
    expect(finding(shown)).toBe("absent");
    expect(finding({ ...shown, taken: [0] })).toBe("unclear");
  });
});

describe("an operation of several steps", () => {
  const between = { input: { from: "PG", to: "JOKER", amount: 20_00 } };
  const out = row({ from: "PG", to: "wallet", amount: 20_00 });
  const into = row({ to: "JOKER", amount: 20_00 });

  test("happened if all have their rows, partly if some have", () => {
    const all = { ...between, rows: [into, out], balances: { PG: 30_00, JOKER: 20_00 } };
    expect(finding({ ...all, own: [1, 0] })).toBe("happened");
    expect(finding({ ...between, rows: [out], own: [0], balances: { wallet: 1_020_00, PG: 30_00 } })).toBe("partly");
    const refused = { ...into, status: "FAILED" as const };
    expect(finding({ ...between, rows: [refused, out], own: [1, 0], balances: { wallet: 1_020_00, PG: 30_00 } })).toBe(
      "partly",
    );
  });

  test("is unclear if its rows have appeared and no balance has moved", () => {
    expect(finding({ ...between, rows: [into, out], own: [1, 0] })).toBe("unclear");
  });

  test("is unclear without rows only if all games have moved as it would have moved them", () => {
    expect(finding({ ...between, balances: { PG: 30_00, JOKER: 20_00 } })).toBe("unclear");
    expect(finding({ ...between, balances: { PG: 30_00 } })).toBe("absent");
    expect(finding({ ...between, balances: { JOKER: 20_00 } })).toBe("absent");
  });

  test("that collects games happened if those without a row have become empty", () => {
    const base = { balances: { wallet: 1_000_00, PG: 50_00, JOKER: 10_00 } };
    const all = { op: "transferAll" as const, input: { to: "wallet" }, base };
    const rows = [row({ from: "PG", to: "wallet", amount: 50_00 })];
    const wallet = 1_050_00;
    expect(finding({ ...all, rows, own: [0], balances: { wallet, PG: 0, JOKER: 0 } })).toBe("happened");
    expect(finding({ ...all, rows, own: [0], balances: { wallet, PG: 0, JOKER: 10_00 } })).toBe("partly");
    expect(finding({ ...all, balances: { PG: 50_00, JOKER: 10_00 } })).toBe("absent");
  });
});

/** The operator shows this, and counts its pages. */
function shows(more: {
  rows?: StatementRow[];
  unread?: number;
  wallet?: number | null;
  at?: number | null;
  qr?: Partial<QrView>;
  slips?: SlipRow[];
  prizes?: Partial<Prizes>;
  holdsBonus?: boolean;
  /** How many reads fail first. */
  failing?: number;
}) {
  let failing = more.failing ?? 0;
  const told = <T>(value: T) => (failing-- > 0 ? Promise.reject(new Error("down")) : Promise.resolve(value));
  const { rows = [], unread = 0, wallet = 1_000_00, at = SENT_AT } = more;
  const operator: Omit<OperatorPort, "send"> = {
    statement: (_auth, page, limit) =>
      Promise.resolve({ rows: rows.slice((page - 1) * limit, page * limit), total: rows.length, unread }),
    wallet: () => told({ wallet, accounts: { PG: 50_00, JOKER: null }, at }),
    qr: () => told({ hasQrcode: false, qrcodeId: null, amount: null, ...more.qr }),
    slips: () => told(more.slips ?? []),
    prizes: () => told({ coins: 3, coupons: [], ...more.prizes }),
    holdsBonus: () => told(more.holdsBonus ?? false),
  };
  return { rules: ALL_RULES, timings: TIMINGS, clock: systemClock, operator } as unknown as Core;
}
const records = (...recent: OpRecord[]) =>
  ({ recent, taken: [], lost: [], at: SENT_AT + SECOND }) as unknown as MemberRecords;
const TRANSFER = { from: "wallet", to: "PG", amount: 100_00 };
const baseline = async (core: Core, op: OpName = "transfer", input: Record<string, string | number> = TRANSFER) =>
  takeBaseline(core, AUTH, records(), op, input);

describe("before a transfer is sent", () => {
  test("its rows, the balances that could be read and the operator's time are kept", async () => {
    const [open, ended] = marked([row({ status: "PENDING" }), deposit]);
    const taken = await baseline(shows({ rows: [open!, ended!] }));
    expect(taken.base).toEqual({
      at: SENT_AT,
      slack: 30 * SECOND,
      horizon: null,
      seen: [`${open!.mark}?`, ended!.mark],
      balances: { wallet: 1_000_00, PG: 50_00 },
      qrcodeId: null,
      owed: 0,
    });
    expect(taken.pattern).toEqual({ type: "transfer", ...TRANSFER });
  });

  test("our own time is taken if the operator tells none, which may be off by five minutes", async () => {
    expect((await baseline(shows({ at: null }))).base).toMatchObject({ at: SENT_AT + SECOND, slack: 5 * MINUTE });
  });

  test("of thirty rows and more the oldest ones are the horizon, and the others are remembered", async () => {
    const rows = Array.from({ length: 31 }, (_, at) => row({ createdAt: new Date(SENT_AT - at * SECOND) }));
    const { base } = await baseline(shows({ rows }));
    expect(base.horizon).toBe(SENT_AT - 29 * SECOND);
    expect(base.seen).toHaveLength(29);
    const { base: exact } = await baseline(shows({ rows: rows.slice(0, 30) }));
    expect(exact.horizon).toBe(SENT_AT - 29 * SECOND);
    const { base: fewer } = await baseline(shows({ rows: rows.slice(0, 29) }));
    expect([fewer.horizon, fewer.seen.length]).toEqual([null, 29]);
  });

  test("one failed read is tried again; without a whole statement and a wallet nothing is sent", async () => {
    expect((await baseline(shows({ failing: 1 }))).base.balances.wallet).toBe(1_000_00);
    await expect(baseline(shows({ failing: 2 }))).rejects.toThrow("down");
    await expect(baseline(shows({ unread: 1 }))).rejects.toThrow("unreadable");
    await expect(baseline(shows({ wallet: null }))).rejects.toThrow("unreadable");
  });
});

describe("a QR", () => {
  const qr = { hasQrcode: true, qrcodeId: "new", amount: 5_00 };
  const input = { bankCode: "KBANK", amount: 5_00 };
  const made = (more: Parameters<typeof sentOp>[0] = {}) => sentOp({ op: "createQr", input, ...more });
  const other = (more: Parameters<typeof sentOp>[0]) => made({ id: "other", seq: 2, ...more });
  const found = (shown: Partial<QrView>, op: OpRecord, ...others: OpRecord[]) =>
    findByList(shows({ qr: shown }), AUTH, op, () => Promise.resolve(records(op, ...others)));

  test("that was open before is kept in the baseline, with its amount", async () => {
    expect((await baseline(shows({ qr }), "createQr", input)).base).toMatchObject({ qrcodeId: "new", qrAmount: 5_00 });
    expect((await baseline(shows({}), "createQr", input)).base).not.toHaveProperty("qrAmount");
  });

  test("that is cancelled keeps balances, too, but does not depend on them", async () => {
    const cancel = { bankCode: "KBANK", qrcodeId: "new" };
    expect((await baseline(shows({ qr }), "cancelQr", cancel)).base.balances).toEqual({ wallet: 1_000_00, PG: 50_00 });
    const { base } = await baseline(shows({ qr, wallet: null }), "cancelQr", cancel);
    expect(base).toMatchObject({ balances: {}, qrcodeId: "new" });
    expect((await baseline(shows({ qr }), "createQr", input)).base.balances).toEqual({});
  });

  test("was made by the operation if it is new, and is its output", async () => {
    expect(await found(qr, made())).toEqual({ finding: "happened", output: qr });
    expect(await found({}, made())).toEqual({ finding: "absent", output: null });
  });

  test.each<[string, Parameters<typeof sentOp>[0], string]>([
    ["a running one may have made it", { state: "inflight" }, "unclear"],
    ["a later one has replaced it", { state: "done" }, "absent"],
    ["a later one may have replaced it", { state: "unknown" }, "absent"],
    ["a later one was refused", { state: "rejected" }, "happened"],
    ["an earlier one was made", { state: "done", seq: 0 }, "happened"],
    ["an earlier one has made this one", { state: "done", seq: 0, output: { qrcodeId: "new" } }, "absent"],
    ["the later one is no QR", { op: "uploadSlip", state: "done" }, "happened"],
  ])("is another operation's where %s", async (_what, more, verdict) => {
    expect((await found(qr, made(), other(more))).finding).toBe(verdict);
  });

  test("was cancelled if it is gone, whatever other operations do", async () => {
    const cancel = sentOp({ op: "cancelQr", input: { bankCode: "KBANK", qrcodeId: "new" }, output: { paid: false } });
    expect(await found({}, cancel, other({ state: "inflight" }))).toEqual({
      finding: "happened",
      output: { paid: false },
    });
    expect((await found(qr, cancel)).finding).toBe("absent");
  });
});

describe("a slip", () => {
  const input = { bankCode: "KBANK", head: "h" };
  const upload = (more: Parameters<typeof sentOp>[0] = {}) =>
    sentOp({ op: "uploadSlip", input, seq: 5, ...more, base: { horizon: SENT_AT, ...more?.base } });
  const listed = (reference: string | null, at = SENT_AT + 1): SlipRow => ({ reference, createdAt: new Date(at) });
  const found = async (slips: SlipRow[], op: OpRecord, ...others: OpRecord[]) =>
    findByList(shows({ slips }), AUTH, op, () => Promise.resolve(records(op, ...others)));

  test("was accepted if one is listed that is newer than the newest before", async () => {
    expect(await found([listed("new")], upload())).toEqual({ finding: "happened", output: { reference: "new" } });
    expect(await found([listed("old", SENT_AT)], upload())).toEqual({ finding: "absent", output: null });
    expect((await found([listed("first", 0)], upload({ base: { horizon: null } }))).finding).toBe("happened");
  });

  test("is nobody's if operations of its time were lost: it may be one of theirs", async () => {
    const lost = { from: SENT_AT, to: SENT_AT + SECOND };
    const sentAt = async (at: number) =>
      findByList(shows({ slips: [listed("new", at)] }), AUTH, upload(), () =>
        Promise.resolve({ ...records(upload()), lost: [lost] }),
      );
    expect((await sentAt(SENT_AT + SECOND)).finding).toBe("unclear");
    expect((await sentAt(SENT_AT + SECOND + 1)).finding).toBe("happened");
  });

  test("is the oldest of several new ones", async () => {
    expect((await found([listed("second"), listed("first")], upload())).output).toEqual({ reference: "first" });
  });

  test("is not one of another operation, nor one that was still to appear", async () => {
    const other = upload({ id: "other", output: { reference: "new" } });
    expect((await found([listed("new")], upload(), other)).finding).toBe("absent");
    expect((await found([listed(null)], upload(), other)).finding).toBe("happened");
    expect((await found([listed("new")], upload({ base: { owed: 1 } }))).finding).toBe("absent");
    expect((await found([listed("new"), listed("late")], upload({ base: { owed: 1 } }))).finding).toBe("happened");
  });

  test("is given to nobody while another operation is unknown and they are too few, or while another runs", async () => {
    const rival = (state: OpRecord["state"], seq: number) => upload({ id: "other", state, seq });
    for (const seq of [4, 6]) {
      expect((await found([listed("new")], upload(), rival("unknown", seq))).finding).toBe("unclear");
      expect((await found([listed("later"), listed("new")], upload(), rival("unknown", seq))).finding).toBe("happened");
      expect((await found([], upload(), rival("unknown", seq))).finding).toBe("absent");
    }
    expect((await found([listed("new")], upload(), rival("review", 4))).finding).toBe("happened");
    expect((await found([listed("new")], upload(), rival("inflight", 6))).finding).toBe("unclear");
    const qr = sentOp({ id: "qr", op: "createQr", state: "inflight" });
    expect((await found([listed("new")], upload(), qr)).finding).toBe("happened");
  });

  test("is sent with the newest slip and the number of those that were accepted but are not listed yet", async () => {
    const before = async (slips: SlipRow[], ...recent: OpRecord[]) =>
      (await takeBaseline(shows({ slips }), AUTH, records(...recent), "uploadSlip", input)).base;
    expect(await before([])).toMatchObject({ horizon: null, owed: 0 });
    expect(await before([listed("a", 5), listed("b", 7)])).toMatchObject({ horizon: 7, owed: 0 });
    const accepted = upload({ id: "other", output: { reference: "new" } });
    expect((await before([], accepted)).owed).toBe(1);
    expect((await before([listed("new")], accepted)).owed).toBe(0);
    expect((await before([listed(null)], upload({ output: null }))).owed).toBe(1);
    expect((await before([], { ...accepted, state: "unknown" })).owed).toBe(0);
    expect((await before([], sentOp())).owed).toBe(0);
    const ended = (finishedAt: number | null) => ({ ...accepted, finishedAt });
    expect((await before([], ended(SENT_AT + SECOND - 2 * MINUTE))).owed).toBe(1);
    expect((await before([], ended(SENT_AT + SECOND - 2 * MINUTE - 1))).owed).toBe(0);
    expect((await before([], ended(null))).owed).toBe(0);
  });
});
