import { describe, expect, test } from "vitest";
import { ReadFailed } from "../../server/operations/port";
import type { OpStore } from "../../server/operations/store";
import { memoryStore } from "../support/memory-store";
import { createStage, LOST, MINUTE, SECOND, START, SUCCESS, TRANSFER } from "./operations-stage";
import type { Stage } from "./operations-stage";

const formOf = (stage: Stage) => stage.soon(stage.request().formKey("transfer"));
const submit = (stage: Stage, key: string, input = TRANSFER) => stage.request().run("transfer", input, key);

/** A stage whose records were lost just now. */
function newlyOpened(): Stage {
  let now = () => START;
  const stage = createStage({ store: memoryStore({ now: () => now(), closedForMs: 6 * MINUTE }) });
  now = stage.now;
  return stage;
}

test("a submitted form sends one request, and its receipt shows the outcome", async () => {
  const stage = createStage();
  const outcome = await stage.soon(submit(stage, await formOf(stage)));
  expect(outcome).toEqual({ kind: "receipt", id: expect.any(String) });
  const view = await stage.soon(stage.request().view((outcome as { id: string }).id));
  expect(view).toMatchObject({ state: "done", op: "transfer", input: TRANSFER, output: { message: "SUCCESS" } });
  expect(await stage.soon(stage.request().last())).toEqual(view);
  expect(await stage.soon(stage.request().open())).toBeNull();
  expect(stage.operator.sent).toHaveLength(1);
});

test.each([0, 10, 130, 5 * SECOND])("a second tap after %i ms leads to the first one's receipt", async (gap) => {
  const stage = createStage();
  const key = await formOf(stage);
  const first = submit(stage, key);
  await stage.pass(gap);
  const second = submit(stage, key);
  const outcomes = await stage.soon(Promise.all([first, second]));
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(stage.operator.sent).toHaveLength(1);
});

test("the second of two tabs gets a new form and the first one's operation", async () => {
  const stage = createStage();
  const [tab1, tab2] = [await formOf(stage), await formOf(stage)];
  await stage.soon(submit(stage, tab1));
  const request = stage.request();
  const outcome = await stage.soon(request.run("transfer", { ...TRANSFER, amount: 1_00 }, tab2));
  expect(outcome).toMatchObject({ kind: "stale", last: { state: "done", input: TRANSFER } });
  expect(stage.operator.sent).toHaveLength(1);
  const fresh = await stage.soon(request.formKey("transfer"));
  expect(await stage.soon(submit(stage, fresh, { ...TRANSFER, amount: 1_00 }))).toMatchObject({ kind: "receipt" });
  expect(stage.operator.sent).toHaveLength(2);
});

test("going back to a sent form and sending it much later leads to its receipt", async () => {
  const stage = createStage();
  const old = await formOf(stage);
  const first = await stage.soon(submit(stage, old));
  await stage.soon(submit(stage, await formOf(stage), { ...TRANSFER, amount: 7_00 }));
  await stage.pass(MINUTE);
  expect(await stage.soon(submit(stage, old))).toEqual(first);
  expect(stage.operator.sent).toHaveLength(2);
});

test("a form of another member, another operation or another day sends nothing", async () => {
  const stage = createStage();
  const foreign = stage.engine.forMember({ memberId: "other", sid: "sid", token: "t" });
  const keys = [
    "",
    await stage.soon(foreign.formKey("transfer")),
    await stage.soon(stage.request().formKey("withdraw")),
    await formOf(stage),
  ];
  await stage.pass(12 * 60 * MINUTE + SECOND);
  for (const key of keys) expect(await stage.soon(submit(stage, key))).toEqual({ kind: "stale", last: null });
  expect(stage.operator.sent).toEqual([]);
});

test("a form whose request was not sent can be submitted again", async () => {
  const stage = createStage();
  const key = await formOf(stage);
  stage.operator.send = () => ({ kind: "not-sent", cause: "ECONNREFUSED" });
  expect(await stage.soon(submit(stage, key))).toEqual({ kind: "closed", reason: "not-sent", until: null });
  expect(await stage.soon(stage.request().last())).toMatchObject({ state: "rejected", code: "NOT_SENT" });
  stage.operator.send = () => SUCCESS;
  expect(await stage.soon(submit(stage, key))).toMatchObject({ kind: "receipt" });
  expect(await stage.soon(stage.request().last())).toMatchObject({ state: "done" });
});

test("an ended session sends nothing, and the form remains valid", async () => {
  const stage = createStage();
  const key = await formOf(stage);
  stage.operator.send = () => ({ kind: "login", code: "EXPIRED_AUTH_TOKEN" });
  expect(await stage.soon(submit(stage, key))).toEqual({ kind: "login" });
  stage.operator.fault = new ReadFailed("login", "EXPIRED_AUTH_TOKEN");
  expect(await stage.soon(submit(stage, key))).toEqual({ kind: "login" });
  expect(stage.operator.sent).toHaveLength(1);
});

test("if the account is gone, the outcome says so, and nothing was done", async () => {
  const stage = createStage();
  const key = await formOf(stage);
  stage.operator.send = () => ({ kind: "gone" });
  expect(await stage.soon(submit(stage, key))).toEqual({ kind: "gone" });
  expect(await stage.soon(stage.request().open())).toBeNull();
});

test("a refusal is final and keeps its code", async () => {
  const stage = createStage();
  stage.operator.send = () => ({ kind: "refused", code: "MONEY_NOT_ENOUGH" });
  await stage.soon(submit(stage, await formOf(stage)));
  expect(await stage.soon(stage.request().last())).toMatchObject({ state: "rejected", code: "MONEY_NOT_ENOUGH" });
  expect(await stage.soon(stage.request().open())).toBeNull();
});

test("nothing is sent without a baseline", async () => {
  const stage = createStage();
  const key = await formOf(stage);
  stage.operator.fault = new Error("operator down");
  expect(await stage.soon(submit(stage, key))).toEqual({ kind: "closed", reason: "operator", until: null });
  expect(stage.operator.sent).toEqual([]);
});

test("the page is shown after 8 seconds, the operation continues, and no money form opens meanwhile", async () => {
  const stage = createStage();
  stage.operator.send = async () => (await stage.sleep(30 * SECOND), SUCCESS);
  const began = stage.now();
  const outcome = await stage.soon(submit(stage, await formOf(stage)));
  expect(stage.now() - began).toBeLessThan(9 * SECOND);
  expect(await stage.soon(stage.request().open())).toMatchObject({ state: "inflight" });
  const other = await stage.soon(
    stage.request().run("withdraw", { amount: 1_00 }, await stage.soon(stage.request().formKey("withdraw"))),
  );
  expect(other).toEqual(outcome);
  await stage.pass(30 * SECOND);
  expect(await stage.soon(stage.request().last())).toMatchObject({ state: "done" });
  expect(stage.operator.sent).toHaveLength(1);
});

test("after the records were lost, money operations are refused while earlier ones may still take effect", async () => {
  const stage = newlyOpened();
  const key = await formOf(stage);
  expect(await stage.soon(submit(stage, key))).toEqual({
    kind: "closed",
    reason: "starting",
    until: START + 6 * MINUTE,
  });
  await stage.pass(6 * MINUTE);
  expect(await stage.soon(submit(stage, key))).toMatchObject({ kind: "receipt" });
});

test("after the records were lost, an operation that the statement already shows must be confirmed once", async () => {
  const stage = newlyOpened();
  stage.operator.execute();
  await stage.pass(7 * MINUTE);
  const request = stage.request();
  expect(await stage.soon(request.run("transfer", TRANSFER, await stage.soon(request.formKey("transfer"))))).toEqual({
    kind: "confirm",
  });
  expect(stage.operator.sent).toEqual([]);
  const key = await stage.soon(request.formKey("transfer"));
  expect(await stage.soon(stage.request().run("transfer", TRANSFER, key, { confirmed: true }))).toMatchObject({
    kind: "receipt",
  });
  expect(await stage.soon(submit(stage, await formOf(stage), { ...TRANSFER, amount: 3_00 }))).toMatchObject({
    kind: "receipt",
  });
});

test("after the records were lost, an operation is found however many movements there were since", async () => {
  const stage = newlyOpened();
  stage.operator.execute();
  for (let count = 0; count < 40; count += 1) {
    await stage.pass(MINUTE);
    stage.operator.note({ statementType: "deposit", from: "KBANK", to: "wallet", amount: 1_00 });
  }
  expect(await stage.soon(submit(stage, await formOf(stage)))).toEqual({ kind: "confirm" });
});

test("a second loss does not let what the first one lost be forgotten", async () => {
  let now = () => START;
  const store = memoryStore({ now: () => now(), closedForMs: 6 * MINUTE });
  const stage = createStage({ store });
  now = stage.now;
  stage.operator.execute();
  await stage.pass(60 * MINUTE);
  store.rewind(0, { id: "0123456789abcdef", closedForMs: 6 * MINUTE });
  await stage.pass(7 * MINUTE);
  expect(await stage.soon(submit(stage, await formOf(stage)))).toEqual({ kind: "confirm" });
});

test("after the records were lost, an operation that was unknown until then must be confirmed", async () => {
  let now = () => START;
  const store = memoryStore({ now: () => now(), closedForMs: 0 });
  const stage = createStage({ store });
  now = stage.now;
  stage.operator.execute();
  // Unknown for a quarter of an hour, and then for a person to look at.
  await stage.pass(25 * MINUTE);
  store.rewind(0, { id: "0123456789abcdef", closedForMs: 6 * MINUTE });
  await stage.pass(7 * MINUTE);
  expect(await stage.soon(submit(stage, await formOf(stage)))).toEqual({ kind: "confirm" });
});

test.each([
  ["soon", 7],
  ["hours", 300],
])("%s after the records were lost, the first spin must be confirmed: it leaves no row", async (_, minutes) => {
  const stage = newlyOpened();
  stage.operator.send = () => ({ kind: "answer", output: { code: "a", label: "50", remainingCoin: 2 } });
  await stage.pass(minutes * MINUTE);
  const spin = async (confirmed = false) => {
    const key = await stage.soon(stage.request().formKey("spin"));
    return (await stage.soon(stage.request().run("spin", {}, key, { confirmed }))).kind;
  };
  expect(await spin()).toBe("confirm");
  expect(stage.operator.sent).toEqual([]);
  expect(await spin(true)).toBe("receipt");
  expect(await spin()).toBe("receipt");
});

test("the form that asks for confirmation is outdated if another tap has confirmed it", async () => {
  const stage = newlyOpened();
  stage.operator.execute();
  await stage.pass(7 * MINUTE);
  const key = await formOf(stage);
  const request = stage.request();
  const asked = request.run("transfer", TRANSFER, key);
  const tap = stage.request().run("transfer", TRANSFER, key, { confirmed: true });
  expect(await stage.soon(asked)).toEqual({ kind: "confirm" });
  const receipt = await stage.soon(tap);
  const withQuestion = await stage.soon(request.formKey("transfer"));
  const again = stage.request().run("transfer", TRANSFER, withQuestion, { confirmed: true });
  expect(await stage.soon(again)).toEqual(receipt);
  expect(stage.operator.sent).toHaveLength(1);
});

test("a form made before the records were lost sends nothing", async () => {
  const stage = createStage();
  const key = await formOf(stage);
  const after = stage.start({ store: memoryStore({ now: stage.now, closedForMs: 0 }) });
  expect(await stage.soon(stage.request(after).run("transfer", TRANSFER, key))).toEqual({ kind: "stale", last: null });
});

test("a failing store closes money forms but not other pages", async () => {
  const stage = createStage();
  const broken = { ...stage.store, records: () => Promise.reject(new Error("disk full")) };
  const engine = stage.start({ store: broken });
  const request = stage.request(engine);
  expect(await stage.soon(request.open())).toBeNull();
  expect(await stage.soon(request.last())).toBeNull();
  expect(await stage.soon(request.formKey("transfer"))).toBe("");
  expect(await stage.soon(request.run("transfer", TRANSFER, await formOf(stage)))).toMatchObject({ reason: "store" });
});

describe("if the confirmation of a written record is lost", () => {
  const cut = (stage: Stage, more: Partial<OpStore> = {}) => {
    const begin: OpStore["begin"] = async (...given) => {
      await stage.store.begin(...given);
      throw new Error("connection lost");
    };
    return stage.start({ store: { ...stage.store, begin, ...more } });
  };

  test("the record is read back, and its request is sent", async () => {
    const stage = createStage();
    const engine = cut(stage);
    const key = await formOf(stage);
    const outcome = await stage.soon(stage.request(engine).run("transfer", TRANSFER, key));
    expect(outcome).toMatchObject({ kind: "receipt" });
    expect(await stage.soon(stage.request().last())).toMatchObject({ state: "done" });
    expect(stage.operator.sent).toHaveLength(1);
  });

  test("and it cannot be read back, nothing is sent and it is taken back", async () => {
    const stage = createStage();
    const engine = cut(stage, { renew: () => Promise.reject(new Error("away")) });
    const key = await formOf(stage);
    expect(await stage.soon(stage.request(engine).run("transfer", TRANSFER, key))).toMatchObject({ reason: "store" });
    await stage.pass(SECOND);
    expect(stage.operator.sent).toEqual([]);
    expect(await stage.soon(stage.request().last())).toMatchObject({ state: "rejected", code: "NOT_SENT" });
    expect(await stage.soon(submit(stage, key))).toMatchObject({ kind: "receipt" });
  });
});

test("a request does not leave long after its form, if the store or the operator was frozen meanwhile", async () => {
  const stage = createStage();
  const begin: OpStore["begin"] = async (...given) => {
    const begun = await stage.store.begin(...given);
    await stage.sleep(45 * SECOND);
    return begun;
  };
  const engine = stage.start({ store: { ...stage.store, begin } });
  const key = await formOf(stage);
  const outcome = await stage.soon(stage.request(engine).run("transfer", TRANSFER, key));
  expect(outcome).toEqual({ kind: "closed", reason: "not-sent", until: null });
  await stage.pass(SECOND);
  expect(stage.operator.sent).toEqual([]);
  expect(await stage.soon(stage.request().open())).toBeNull();
  await stage.soon(submit(stage, key));
  expect(stage.operator.sent).toHaveLength(1);
  expect(await stage.soon(stage.request().last())).toMatchObject({ state: "done" });
});

test("the number of concurrent operations is limited", async () => {
  const stage = createStage({ timings: { bulkhead: 1 } });
  stage.operator.send = async () => (await stage.sleep(30 * SECOND), LOST);
  await stage.soon(submit(stage, await formOf(stage)));
  const other = stage.engine.forMember({ memberId: "other", sid: "s", token: "t" });
  const key = await stage.soon(other.formKey("transfer"));
  expect(await stage.soon(other.run("transfer", TRANSFER, key))).toEqual({
    kind: "closed",
    reason: "busy",
    until: null,
  });
  await stage.pass(MINUTE);
  expect(stage.engine.underWay()).toBe(0);
});
