import { describe, expect, test } from "vitest";
import type { Json } from "../../server/operations/json";
import type { OpName } from "../../server/operations/types";
import { memoryStore } from "../support/memory-store";
import { TIMINGS } from "../../server/operations/rules";
import { createStage, LOST, MINUTE, SECOND, START, SUCCESS, TRANSFER } from "./operations-stage";
import type { Stage } from "./operations-stage";

/** Submits a form; `send` is what the operator does and answers. */
async function submit(
  stage: Stage,
  op: OpName,
  input: Record<string, Json>,
  send: Stage["operator"]["send"],
): Promise<string> {
  stage.operator.send = send;
  const request = stage.request();
  const outcome = await stage.soon(request.run(op, input, await stage.soon(request.formKey(op))));
  expect(outcome).toMatchObject({ kind: "receipt" });
  return (outcome as { id: string }).id;
}

const viewOf = async (stage: Stage, id: string) => (await stage.soon(stage.request().view(id)))!;
const stateOf = async (stage: Stage, id: string) => (await viewOf(stage, id)).state;

const WITHDRAWAL = { statementType: "withdraw", from: "wallet", to: "KBANK", amount: 100_00 } as const;
const withdraw = (stage: Stage, answer: typeof SUCCESS | typeof LOST = SUCCESS) =>
  submit(stage, "withdraw", { amount: 100_00 }, () => {
    stage.operator.wallet -= 100_00;
    stage.operator.note({ ...WITHDRAWAL, status: "PENDING" });
    return answer;
  });

describe("a receipt", () => {
  test("of one of two equal withdrawals shows its own row, the older one the older row", async () => {
    const stage = createStage();
    const { operator } = stage;
    const first = await withdraw(stage);
    await stage.pass(10 * SECOND);
    const second = await withdraw(stage);
    expect((await viewOf(stage, first)).settled).toBe("PENDING");
    operator.rows[0]!.status = "SUCCESS";
    operator.rows[1]!.status = "FAILED";
    operator.wallet += 100_00;
    await stage.pass(10 * SECOND);
    expect(await viewOf(stage, first)).toMatchObject({ state: "done", settled: "FAILED" });
    expect(await viewOf(stage, second)).toMatchObject({ state: "done", settled: "SUCCESS" });
  });

  test("shows no row but its own: until that has appeared it is in progress", async () => {
    const stage = createStage();
    stage.operator.note({ ...WITHDRAWAL, status: "FAILED" });
    await stage.pass(MINUTE);
    const id = await submit(stage, "withdraw", { amount: 100_00 }, () => SUCCESS);
    await stage.pass(MINUTE);
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", settled: null });
  });

  test("is right after a week and many other operations", async () => {
    const stage = createStage();
    const id = await withdraw(stage, SUCCESS);
    stage.operator.rows[0]!.status = "SUCCESS";
    expect(await viewOf(stage, id)).toMatchObject({ settled: "SUCCESS" });
    for (let more = 0; more < 12; more += 1) {
      await stage.pass(MINUTE);
      const next = await withdraw(stage);
      stage.operator.rows[0]!.status = "FAILED";
      await viewOf(stage, next);
    }
    await stage.pass(6 * 24 * 60 * MINUTE);
    expect(await viewOf(stage, id)).toMatchObject({ settled: "SUCCESS" });
  });

  test("of a gift shows what it brought", async () => {
    const stage = createStage();
    const id = await submit(stage, "submitTruelink", { linkHash: "hash" }, () => {
      stage.operator.wallet += 88_00;
      stage.operator.note({ statementType: "deposit", from: "TRUEWALLET", to: "wallet", amount: 88_00 });
      return SUCCESS;
    });
    await stage.pass(5 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({ settled: null, received: 88_00 });
  });
});

describe("an operation of several legs is told leg by leg:", () => {
  const GAMES = { PG: 50_00, JOKER: 30_00 };
  const collect = (stage: Stage, game: keyof typeof GAMES) => {
    stage.operator.accounts[game] = 0;
    stage.operator.wallet += GAMES[game];
    stage.operator.note({ statementType: "transfer", from: game, to: "wallet", amount: GAMES[game] });
  };

  test("collecting everything, where one game refused and the answer was lost", async () => {
    const stage = createStage();
    Object.assign(stage.operator.accounts, GAMES);
    const id = await submit(stage, "transferAll", { to: "wallet" }, () => (collect(stage, "PG"), LOST));
    await stage.pass(MINUTE);
    expect(await stateOf(stage, id)).toBe("unknown");
    await stage.pass(7 * MINUTE);
    expect(await viewOf(stage, id)).toMatchObject({
      state: "notdone",
      code: "PARTLY",
      legs: [
        { from: "PG", state: "moved", amount: 50_00 },
        { from: "JOKER", state: "not" },
      ],
    });
  });

  test("collecting everything, where nothing was refused", async () => {
    const stage = createStage();
    Object.assign(stage.operator.accounts, GAMES);
    const id = await submit(stage, "transferAll", { to: "wallet" }, () => {
      collect(stage, "PG");
      collect(stage, "JOKER");
      return LOST;
    });
    await stage.pass(5 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", legs: [{ state: "moved" }, { state: "moved" }] });
  });

  test("collecting everything, which was refused: what has no row when all have appeared was not moved", async () => {
    const stage = createStage();
    Object.assign(stage.operator.accounts, GAMES);
    const id = await submit(stage, "transferAll", { to: "wallet" }, () => {
      collect(stage, "PG");
      return { kind: "refused", code: "TRANSFER_FAIL" };
    });
    stage.operator.accounts.JOKER = 29_00;
    await stage.pass(5 * SECOND);
    const legs = (joker: string) => ({
      legs: [
        { from: "PG", state: "moved" },
        { from: "JOKER", state: joker },
      ],
    });
    expect(await viewOf(stage, id)).toMatchObject({ state: "rejected", ...legs("open") });
    await stage.pass(TIMINGS.lagMs);
    expect(await viewOf(stage, id)).toMatchObject({ state: "rejected", ...legs("not"), before: GAMES });
    // A later step of the same kind is another operation's.
    collect(stage, "JOKER");
    await stage.pass(MINUTE);
    expect(await viewOf(stage, id)).toMatchObject(legs("not"));
  });

  describe("a game that has as much after the refusal as before was not emptied.", () => {
    const legsOf = async (stage: Stage, id: string) => (await viewOf(stage, id)).legs.map(({ state }) => state);
    const refused = async (stage: Stage, played = GAMES.JOKER) => {
      Object.assign(stage.operator.accounts, GAMES);
      const id = await submit(stage, "withdrawAll", { amount: 80_00 }, () => {
        collect(stage, "PG");
        return { kind: "refused", code: "TRANSFER_FAIL" };
      });
      stage.operator.accounts.JOKER = played;
      return id;
    };

    test("What was seen once stays, whatever is played later, and while the operator is away", async () => {
      const stage = createStage();
      const id = await refused(stage);
      expect(await legsOf(stage, id)).toEqual(["moved", "not", "not"]);
      stage.operator.accounts.JOKER = 0;
      expect(await legsOf(stage, id)).toEqual(["moved", "not", "not"]);
      stage.operator.fault = new Error("away");
      expect(await legsOf(stage, id)).toEqual(["moved", "not", "not"]);
      await stage.pass(24 * 60 * MINUTE);
      expect(await legsOf(stage, id)).toEqual(["moved", "not", "not"]);
    });

    test("Another balance, or none, tells nothing", async () => {
      const played = createStage();
      expect(await legsOf(played, await refused(played, 29_00))).toEqual(["moved", "open", "not"]);
      const away = createStage();
      const id = await refused(away);
      away.operator.fault = new Error("away");
      expect(await legsOf(away, id)).toEqual(["open", "open", "not"]);
      away.operator.fault = null;
      expect(await legsOf(away, id)).toEqual(["moved", "not", "not"]);
    });

    test("After a later operation its balance tells nothing either", async () => {
      const stage = createStage();
      const id = await refused(stage, 0);
      expect(await legsOf(stage, id)).toEqual(["moved", "open", "not"]);
      await submit(stage, "transfer", TRANSFER, () => SUCCESS);
      stage.operator.accounts.JOKER = GAMES.JOKER;
      expect(await legsOf(stage, id)).toEqual(["moved", "open", "not"]);
    });

    test("Its row, should one appear, counts more", async () => {
      const stage = createStage();
      const id = await refused(stage);
      expect(await legsOf(stage, id)).toEqual(["moved", "not", "not"]);
      collect(stage, "JOKER");
      expect(await legsOf(stage, id)).toEqual(["moved", "moved", "not"]);
    });
  });

  test("game to game, where the second leg was refused", async () => {
    const stage = createStage();
    Object.assign(stage.operator.accounts, GAMES);
    const input = { from: "PG", to: "JOKER", amount: 50_00 };
    const id = await submit(stage, "transfer", input, () => {
      collect(stage, "PG");
      return { kind: "refused", code: "TRANSFER_FAIL" };
    });
    await stage.pass(5 * SECOND);
    expect(await viewOf(stage, id)).toMatchObject({
      state: "rejected",
      legs: [
        { from: "PG", to: "wallet", amount: 50_00, state: "moved" },
        { from: "wallet", to: "JOKER", amount: 50_00, state: "not" },
      ],
    });
  });
});

describe("rows and balances must agree:", () => {
  test("a row of another operation proves nothing while no balance has moved", async () => {
    const stage = createStage();
    const id = await submit(stage, "transfer", TRANSFER, () => LOST);
    stage.operator.note({ ...TRANSFER, statementType: "transfer" });
    await stage.pass(MINUTE);
    expect(await stateOf(stage, id)).toBe("unknown");
    await stage.pass(7 * MINUTE);
    expect(await stateOf(stage, id)).toBe("review");
  });

  test("a deposit that arrives meanwhile is explained by its own row", async () => {
    const stage = createStage();
    const deposit = () => {
      stage.operator.wallet += 70_00;
      stage.operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 70_00 });
    };
    const lost = await submit(stage, "transfer", TRANSFER, () => LOST);
    await stage.pass(2 * MINUTE);
    deposit();
    await stage.pass(6 * MINUTE);
    expect(await stateOf(stage, lost)).toBe("notdone");
    const moved = await submit(stage, "transfer", TRANSFER, () => (stage.operator.execute(), deposit(), LOST));
    await stage.pass(5 * SECOND);
    expect(await stateOf(stage, moved)).toBe("done");
  });

  test("an earlier withdrawal that the bank refuses meanwhile is explained by its own row", async () => {
    const stage = createStage();
    await withdraw(stage);
    const id = await submit(stage, "transfer", TRANSFER, () => LOST);
    stage.operator.rows.at(-1)!.status = "FAILED";
    stage.operator.wallet += 100_00;
    await stage.pass(7 * MINUTE);
    expect(await stateOf(stage, id)).toBe("notdone");
  });

  test("a balance that cannot be read stops what needs it", async () => {
    const stage = createStage();
    stage.operator.wallet = null as never;
    const request = stage.request();
    const key = await stage.soon(request.formKey("transfer"));
    expect(await stage.soon(request.run("transfer", TRANSFER, key))).toMatchObject({ reason: "operator" });
    expect(stage.operator.sent).toEqual([]);
  });
});

describe("a statement that lags", () => {
  test("does not prove an operation by the row of an earlier equal one", async () => {
    const stage = createStage();
    const { operator } = stage;
    const shown = operator.rows;
    await submit(stage, "transfer", TRANSFER, () => (operator.execute(), SUCCESS));
    const late = [...operator.rows];
    operator.rows = shown.slice(1);
    await stage.pass(130 * SECOND);
    const id = await submit(stage, "transfer", TRANSFER, () => LOST);
    await stage.pass(170 * SECOND);
    operator.rows = late;
    await stage.pass(12 * MINUTE);
    expect(await stateOf(stage, id)).toBe("notdone");
  });

  test("is measured, and waited for twice as long before anything counts as not done", async () => {
    const stage = createStage();
    const { operator } = stage;
    const rows = operator.rows;
    await submit(stage, "transfer", TRANSFER, () => (operator.execute(), SUCCESS));
    const late = operator.rows;
    operator.rows = rows.slice(1);
    await stage.pass(150 * SECOND);
    operator.rows = late;
    await stage.pass(MINUTE);
    const lag = (await stage.store.lag())!;
    expect(lag).toBeGreaterThanOrEqual(150 * SECOND);
    expect(lag).toBeLessThan(200 * SECOND);

    const id = await submit(stage, "transfer", TRANSFER, () => LOST);
    const { checkUntil } = await viewOf(stage, id);
    expect(checkUntil! - stage.now()).toBeGreaterThan(240 * SECOND + 2 * lag - SECOND);
    await stage.pass(checkUntil! - stage.now() - SECOND);
    expect(await stateOf(stage, id)).toBe("unknown");
    await stage.pass(MINUTE);
    expect(await stateOf(stage, id)).toBe("notdone");
  });

  test("leads to no verdict while a row of an earlier operation is missing", async () => {
    const stage = createStage();
    const { operator } = stage;
    await submit(stage, "withdraw", { amount: 1_00 }, () => ((operator.wallet -= 1_00), SUCCESS));
    const id = await submit(stage, "transfer", TRANSFER, () => LOST);
    await stage.pass(14 * MINUTE);
    expect(await stateOf(stage, id)).toBe("unknown");
    await stage.pass(2 * MINUTE);
    expect(await stateOf(stage, id)).toBe("review");
  });
});

describe("after records were lost", () => {
  const lossy = async (lagMs: number | null) => {
    let now = () => START;
    const store = memoryStore({ now: () => now(), closedForMs: 0 });
    if (lagMs !== null) await store.noteLag(lagMs);
    store.rewind(0, { id: "0123456789abcdef", closedForMs: 7 * MINUTE });
    const stage = createStage({ store });
    now = stage.now;
    const submitAt = async (minutes: number, engine = stage.engine) => {
      await stage.pass(START + minutes * MINUTE - stage.now());
      const request = stage.request(engine);
      return stage.soon(request.run("transfer", TRANSFER, await stage.soon(request.formKey("transfer"))));
    };
    return { submitAt, stage };
  };

  test("nothing is sent before the rows of lost operations have appeared, if the statement is known to lag", async () => {
    const { submitAt } = await lossy(5 * MINUTE);
    // A call of a minute, executed four minutes late, and twice the lag.
    const closed = { kind: "closed", reason: "starting", until: START + 15 * MINUTE };
    expect(await submitAt(7)).toEqual(closed);
    expect(await submitAt(14)).toEqual(closed);
    expect(await submitAt(15)).toMatchObject({ kind: "receipt" });
  });

  test("money stays open when a longer lag is measured later, also for a process that starts then", async () => {
    const { submitAt, stage } = await lossy(null);
    expect(await submitAt(7)).toMatchObject({ kind: "receipt" });
    await stage.pass(MINUTE);
    await stage.store.noteLag(5 * MINUTE);
    expect(await submitAt(9, stage.start({ owner: "process-2" }))).toMatchObject({ kind: "receipt" });
  });

  test.each([null, MINUTE])("the setting counts if the longest lag was %s ms", async (lagMs) => {
    const { submitAt } = await lossy(lagMs);
    expect(await submitAt(6)).toEqual({ kind: "closed", reason: "starting", until: START + 7 * MINUTE });
    expect(await submitAt(7)).toMatchObject({ kind: "receipt" });
  });
});

describe("the statement is read to its end,", () => {
  const deposits = (stage: Stage, count: number) => {
    for (let row = 0; row < count; row += 1) {
      const createdAt = new Date(stage.now() - (count - row) * MINUTE);
      stage.operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 1_00 + row, createdAt });
    }
  };

  test("also from an operator that shows ten rows whatever was asked for", async () => {
    const stage = createStage();
    stage.operator.pageRows = 10;
    deposits(stage, 60);
    const id = await submit(stage, "transfer", TRANSFER, () => (stage.operator.execute(), LOST));
    for (let row = 0; row < 25; row += 1) {
      stage.operator.wallet += 2_00;
      stage.operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 2_00 });
      await stage.pass(10);
    }
    await stage.pass(5 * SECOND);
    expect(await stateOf(stage, id)).toBe("done");
  });

  test("and rows from before the thirty newest are no proof", async () => {
    const stage = createStage();
    stage.operator.note({ ...TRANSFER, statementType: "transfer", createdAt: new Date(stage.now() - 200 * MINUTE) });
    deposits(stage, 40);
    const id = await submit(stage, "transfer", TRANSFER, () => LOST);
    await stage.pass(7 * MINUTE);
    expect(await stateOf(stage, id)).toBe("notdone");
  });

  test("and more rows than can be read lead to a review", async () => {
    const stage = createStage();
    stage.operator.pageRows = 10;
    deposits(stage, 60);
    const id = await submit(stage, "transfer", TRANSFER, () => LOST);
    for (let row = 0; row < 150; row += 1) {
      stage.operator.wallet += 1_00;
      stage.operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 1_00 });
      await stage.pass(1);
    }
    await stage.pass(16 * MINUTE);
    expect(await stateOf(stage, id)).toBe("review");
  });
});

describe("a QR that was cancelled", () => {
  const QR = { hasQrcode: true, qrcodeId: "q1", amount: 100_00 };
  const cancel = (stage: Stage, before: () => void = () => {}) => {
    stage.operator.qr = QR;
    return submit(stage, "cancelQr", { bankCode: "KBANK", qrcodeId: "q1" }, () => {
      before();
      stage.operator.qr = { hasQrcode: false, qrcodeId: null, amount: null };
      return SUCCESS;
    });
  };

  test("was not paid if neither row nor balance says so", async () => {
    const stage = createStage();
    expect(await viewOf(stage, await cancel(stage))).toMatchObject({ state: "done", output: { paid: false } });
  });

  test("was paid if its deposit has appeared", async () => {
    const stage = createStage();
    const id = await cancel(stage, () => {
      stage.operator.wallet += 100_00;
      stage.operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 100_00 });
    });
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", output: { paid: true } });
  });

  test("may have been paid if the balance has changed without a row", async () => {
    const stage = createStage();
    const id = await cancel(stage, () => void (stage.operator.wallet += 100_00));
    expect(await viewOf(stage, id)).toMatchObject({ state: "done", output: { paid: null } });
  });
});

describe("an unknown operation that moves no money out", () => {
  test.each([
    ["createQr", { bankCode: "KBANK", amount: 100_00 }],
    ["uploadSlip", { bankCode: "KBANK", head: "h" }],
  ] as const)("closes no other form: %s", async (op, input) => {
    const stage = createStage();
    const id = await submit(stage, op, input, () => LOST);
    expect(await stateOf(stage, id)).toBe("unknown");
    expect(await stage.soon(stage.request().open())).toBeNull();
    const next = await submit(stage, "transfer", TRANSFER, () => (stage.operator.execute(), SUCCESS));
    expect(await stateOf(stage, next)).toBe("done");
  });

  test("a slip can be sent while a withdrawal is unknown, with the form that was open before it", async () => {
    const stage = createStage();
    const form = await stage.soon(stage.request().formKey("uploadSlip"));
    const id = await withdraw(stage, LOST);
    stage.operator.send = () => ({ kind: "answer", output: { reference: "r" } });
    const slip = await stage.soon(stage.request().run("uploadSlip", { bankCode: null, head: "h" }, form));
    expect(slip).not.toEqual({ kind: "receipt", id });
    const again = await stage.soon(stage.request().run("uploadSlip", { bankCode: null, head: "h" }, form));
    expect(again).toEqual(slip);
    expect(stage.operator.sent.map(({ op }) => op)).toEqual(["withdraw", "uploadSlip"]);
  });
});
