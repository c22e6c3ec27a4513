import { describe, expect, test } from "vitest";
import { ReadFailed } from "../../server/operations/port";
import { createStage, LOST, MINUTE, SECOND, START, SUCCESS, TRANSFER } from "./operations-stage";
import type { Stage } from "./operations-stage";

/** Submits the form and loses its answer; `happened` does what the operator really did. */
async function loseAnswer(stage: Stage, happened: () => void = () => {}): Promise<string> {
  stage.operator.send = () => (happened(), LOST);
  const request = stage.request();
  const key = await stage.soon(request.formKey("transfer"));
  const outcome = await stage.soon(request.run("transfer", TRANSFER, key));
  expect(outcome.kind).toBe("receipt");
  return (outcome as { id: string }).id;
}

const stateOf = async (stage: Stage, id: string) => (await stage.soon(stage.request().view(id)))?.state;

test("if the answer is lost after the money moved, the statement proves the operation", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage, stage.operator.execute);
  expect(await stateOf(stage, id)).toBe("unknown");
  await stage.pass(3 * SECOND);
  expect(await stateOf(stage, id)).toBe("done");
});

test("an operation that never took effect counts as not done only after the quiet time", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage);
  const { checkUntil } = (await stage.soon(stage.request().view(id)))!;
  expect(checkUntil! - START).toBeGreaterThanOrEqual(300 * SECOND);
  await stage.pass(checkUntil! - stage.now() - SECOND);
  expect(await stateOf(stage, id)).toBe("unknown");
  await stage.pass(40 * SECOND);
  expect(await stateOf(stage, id)).toBe("notdone");
  const request = stage.request();
  stage.operator.send = () => SUCCESS;
  const again = await stage.soon(request.run("transfer", TRANSFER, await stage.soon(request.formKey("transfer"))));
  expect(again).not.toEqual({ kind: "receipt", id });
});

test("an operation that takes effect minutes later is found", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage);
  await stage.pass(240 * SECOND);
  stage.operator.execute();
  await stage.pass(20 * SECOND);
  expect(await stateOf(stage, id)).toBe("done");
});

test("an earlier row with the same values is no proof", async () => {
  const stage = createStage();
  stage.operator.execute();
  await stage.pass(5 * MINUTE);
  const id = await loseAnswer(stage);
  await stage.pass(MINUTE);
  expect(await stateOf(stage, id)).toBe("unknown");
});

test("a late row proves an earlier equal operation first", async () => {
  const stage = createStage();
  const { operator } = stage;
  let late = operator.rows;
  operator.send = () => {
    operator.execute();
    late = operator.rows;
    operator.rows = [];
    return SUCCESS;
  };
  const request = stage.request();
  await stage.soon(request.run("transfer", TRANSFER, await stage.soon(request.formKey("transfer"))));
  const id = await loseAnswer(stage);
  operator.rows = late;
  await stage.pass(MINUTE);
  expect(await stateOf(stage, id)).toBe("unknown");
  operator.execute();
  await stage.pass(20 * SECOND);
  expect(await stateOf(stage, id)).toBe("done");
});

test("a failed row is no proof", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage, () => {
    stage.operator.rows.unshift({
      ...TRANSFER,
      statementType: "transfer",
      status: "FAILED",
      createdAt: new Date(stage.now()),
    });
  });
  await stage.pass(7 * MINUTE);
  expect(await stateOf(stage, id)).toBe("notdone");
});

test("an unexplained balance leads to a review, and money forms stay closed until the member has read it", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage, () => (stage.operator.wallet -= 5_00));
  await stage.pass(7 * MINUTE);
  expect(await stateOf(stage, id)).toBe("review");
  const submit = async () => {
    const request = stage.request();
    return stage.soon(request.run("transfer", TRANSFER, await stage.soon(request.formKey("transfer"))));
  };
  expect(await submit()).toEqual({ kind: "receipt", id });
  await stage.soon(stage.request().acknowledge(id));
  expect(await stage.soon(stage.request().open())).toBeNull();
  stage.operator.send = () => SUCCESS;
  expect(await submit()).not.toEqual({ kind: "receipt", id });
});

test("an operation whose evidence cannot be read becomes a review after 15 minutes, and rows settle it later", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage, stage.operator.execute);
  stage.operator.fault = new Error("down");
  await stage.pass(14 * MINUTE);
  expect(await stateOf(stage, id)).toBe("unknown");
  await stage.pass(2 * MINUTE);
  expect(await stateOf(stage, id)).toBe("review");
  stage.operator.fault = null;
  await stage.pass(MINUTE);
  expect(await stateOf(stage, id)).toBe("done");
});

test("if the session ends, the member's next page continues the resolution", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage, stage.operator.execute);
  stage.operator.fault = new ReadFailed("login", "invalid-token");
  await stage.pass(MINUTE);
  stage.operator.fault = null;
  await stage.pass(MINUTE);
  expect(await stateOf(stage, id)).toBe("unknown");
  await stage.pass(SECOND);
  expect(await stateOf(stage, id)).toBe("done");
});

test("an operation that takes effect after it counted as not done is corrected and logged as an error", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage);
  await stage.pass(7 * MINUTE);
  expect(await stateOf(stage, id)).toBe("notdone");
  await stage.pass(MINUTE);
  stage.operator.execute();
  // The next page compares, and the one after it tells.
  await stage.soon(stage.request().corrected());
  await stage.pass(SECOND);
  expect(await stage.soon(stage.request().corrected())).toMatchObject({ id, state: "done", corrected: "notdone" });
  expect(stage.logged).toContainEqual(
    expect.objectContaining({ level: "error", message: "executed after it was called not done" }),
  );
  expect(await stateOf(stage, id)).toBe("done");
  expect(await stage.soon(stage.request().corrected())).toBeNull();
});

test("a correction that a page did not wait for is told on the next one", async () => {
  const stage = createStage();
  const id = await loseAnswer(stage);
  await stage.pass(8 * MINUTE);
  stage.operator.execute();
  // Two pages of the statement.
  stage.operator.readTakesMs = 2 * SECOND;
  for (let row = 0; row < 15; row += 1)
    stage.operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 1_00 + row });
  stage.operator.pageRows = 10;
  expect(await stateOf(stage, id)).toBe("notdone");
  await stage.pass(2 * SECOND);
  stage.operator.fault = new Error("down");
  expect(await stateOf(stage, id)).toBe("done");
});

test("a correction does not need the rows of an older operation, which are too far back", async () => {
  const stage = createStage();
  stage.operator.pageRows = 10;
  // Ten pages are read at once.
  const note = (amount: number) =>
    stage.operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount });
  const older = await loseAnswer(stage);
  await stage.pass(8 * MINUTE);
  for (let row = 0; row < 95; row += 1) note(1_00 + row);
  await stage.pass(60 * MINUTE);
  const id = await loseAnswer(stage);
  await stage.pass(8 * MINUTE);
  stage.operator.execute();
  for (let row = 0; row < 40; row += 1) note(2_00 + row);
  await stage.soon(stage.request().corrected());
  await stage.pass(MINUTE);
  expect([await stateOf(stage, older), await stateOf(stage, id)]).toEqual(["notdone", "done"]);
});

test("an operation whose process has ended becomes unknown, and the member's next page resolves it", async () => {
  const stage = createStage();
  stage.operator.send = () => {
    stage.operator.execute();
    return new Promise(() => {});
  };
  const request = stage.request();
  const outcome = await stage.soon(request.run("transfer", TRANSFER, await stage.soon(request.formKey("transfer"))));
  const { id } = outcome as { id: string };
  // The state after a killed process: in flight, with a lease that is not renewed.
  const op = (await stage.store.find("m", id))!;
  await stage.store.finish("m", id, ["inflight"], { owner: "gone", leaseUntil: op.startedAt + SECOND });
  await stage.pass(MINUTE);
  // The process that sent it still awaits its answer.
  expect(await stage.store.find("m", id)).toMatchObject({ state: "inflight" });
  const next = stage.start({ owner: "process-2" });
  await stage.pass(SECOND);
  expect(await stage.store.find("m", id)).toMatchObject({ state: "unknown", code: "OWNER_LOST" });
  await stage.soon(stage.request(next).open());
  await stage.pass(SECOND);
  expect(await stateOf(stage, id)).toBe("done");
});

test("a sweep that fails once is silent, and one that goes on failing is logged once", async () => {
  const stage = createStage();
  const away = async () => Promise.reject(new Error("away"));
  stage.start({ store: { ...stage.store, expired: away }, owner: "process-2" });
  const lines = () => stage.logged.filter(({ message }) => message.startsWith("sweep"));
  await stage.pass(SECOND);
  expect(lines()).toEqual([]);
  await stage.pass(5 * MINUTE);
  expect(lines()).toMatchObject([{ level: "error", message: "sweep failed twice" }]);
});

test("a graceful shutdown accepts no new operations and waits for those in flight", async () => {
  const stage = createStage();
  stage.operator.send = async () => (await stage.sleep(20 * SECOND), SUCCESS);
  const request = stage.request();
  const key = await stage.soon(request.formKey("transfer"));
  const first = request.run("transfer", TRANSFER, key);
  await stage.pass(SECOND);
  const began = stage.now();
  const drained = stage.engine.drain();
  expect(await stage.soon(stage.request().run("transfer", TRANSFER, key))).toMatchObject({ reason: "busy" });
  await stage.soon(drained);
  expect(stage.now() - began).toBeLessThan(25 * SECOND);
  const { id } = (await stage.soon(first)) as { id: string };
  expect((await stage.store.find("m", id))?.state).toBe("done");
});

test("a graceful shutdown does not wait forever", async () => {
  const stage = createStage();
  stage.operator.send = () => new Promise(() => {});
  const request = stage.request();
  const key = await stage.soon(request.formKey("transfer"));
  void request.run("transfer", TRANSFER, key);
  await stage.pass(SECOND);
  const began = stage.now();
  await stage.soon(stage.engine.drain());
  expect(stage.now() - began).toBe(65 * SECOND);
});

describe("a QR operation is resolved by reading the QR", () => {
  const input = { bankCode: "KBANK", amount: 100_00 };
  const open = { hasQrcode: true, qrcodeId: "q1", amount: 100_00 };

  async function lost(
    stage: Stage,
    op: "createQr" | "cancelQr",
    fields: typeof input | { bankCode: string; qrcodeId: string },
  ) {
    stage.operator.send = () => LOST;
    const request = stage.request();
    const outcome = await stage.soon(request.run(op, fields, await stage.soon(request.formKey(op))));
    return (outcome as { id: string }).id;
  }

  test("made", async () => {
    const stage = createStage();
    const id = await lost(stage, "createQr", input);
    stage.operator.qr = open;
    await stage.pass(3 * SECOND);
    expect(await stateOf(stage, id)).toBe("done");
  });

  test("not made: the previous one is still open", async () => {
    const stage = createStage();
    stage.operator.qr = open;
    const id = await lost(stage, "createQr", input);
    await stage.pass(7 * MINUTE);
    expect(await stateOf(stage, id)).toBe("notdone");
  });

  test("cancelled or still open", async () => {
    const stage = createStage();
    stage.operator.qr = open;
    const id = await lost(stage, "cancelQr", { bankCode: "KBANK", qrcodeId: "q1" });
    await stage.pass(MINUTE);
    expect(await stateOf(stage, id)).toBe("unknown");
    stage.operator.qr = { hasQrcode: false, qrcodeId: null, amount: null };
    await stage.pass(20 * SECOND);
    expect(await stateOf(stage, id)).toBe("done");
  });
});
