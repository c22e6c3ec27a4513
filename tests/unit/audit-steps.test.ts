/** The audit lines of an operation, for each way it can go. */
import { expect, test } from "vitest";
import { lineOf, type AuditLine } from "../../server/audit/line";
import type { Observer } from "../../server/operations/step";
import { memoryStore } from "../support/memory-store";
import { createStage, LOST, MINUTE, SECOND, START, TRANSFER } from "./operations-stage";

const ORIGIN = { requestId: "REQUEST001", network: "203.0.113.0/24", currency: "BAHT" };

/** A stage that keeps the audit lines. */
function audited() {
  const lines: AuditLine[] = [];
  let now = () => START;
  const observe: Observer = (memberId, step, op) =>
    void lines.push(lineOf(memberId, step, op, { at: now(), instance: "process-1" }));
  const store = memoryStore({ now: () => now(), closedForMs: 0, observe });
  const stage = createStage({ store, observe });
  now = stage.now;
  const operations = () => stage.engine.forMember({ memberId: "m", sid: "sid", token: "token", ...ORIGIN });
  const transfer = async () => {
    const key = await stage.soon(operations().formKey("transfer"));
    return stage.soon(operations().run("transfer", TRANSFER, key));
  };
  return { lines, store, stage, operations, transfer, steps: () => lines.map(({ step, state }) => `${step} ${state}`) };
}

test("an operation that succeeds has the lines began, sent and answered", async () => {
  const { lines, transfer, steps } = audited();
  const outcome = await transfer();
  expect(steps()).toEqual(["began inflight", "sent inflight", "answered done"]);
  expect(lines[0]).toEqual({
    at: expect.any(Number),
    memberId: "m",
    step: "began",
    state: "inflight",
    code: null,
    operation: "transfer",
    reference: (outcome as { id: string }).id,
    amount: TRANSFER.amount,
    instance: "process-1",
    ...ORIGIN,
  });
});

test("the line of a refused operation has the reason", async () => {
  const { lines, stage, transfer, steps } = audited();
  stage.operator.send = () => ({ kind: "refused", code: "MONEY_NOT_ENOUGH" });
  await transfer();
  expect(steps()).toEqual(["began inflight", "sent inflight", "answered rejected"]);
  expect(lines.at(-1)).toMatchObject({ code: "MONEY_NOT_ENOUGH" });
});

test("a lost answer has a line, and so has the result found later", async () => {
  const { lines, stage, transfer, steps } = audited();
  stage.operator.send = () => {
    stage.operator.execute();
    return LOST;
  };
  await transfer();
  await stage.pass(10 * SECOND);
  expect(steps()).toEqual(["began inflight", "sent inflight", "answered unknown", "settled done"]);
  expect(lines.map(({ code }) => code)).toEqual([null, null, "RESET", "RESET"]);
});

test("an operation that is executed after it counted as not done has the line corrected", async () => {
  const { stage, operations, transfer, steps } = audited();
  stage.operator.send = () => LOST;
  const outcome = await transfer();
  await stage.pass(7 * MINUTE);
  stage.operator.execute();
  await stage.soon(operations().view((outcome as { id: string }).id));
  expect(steps().slice(3)).toEqual(["settled notdone", "corrected done"]);
});

test("a review has a line, and so has its acknowledgement by the member", async () => {
  const { stage, operations, transfer, steps } = audited();
  stage.operator.send = () => {
    stage.operator.wallet -= 5_00;
    return LOST;
  };
  const { id } = (await transfer()) as { id: string };
  await stage.pass(7 * MINUTE);
  await stage.soon(operations().acknowledge(id));
  expect(steps().slice(3)).toEqual(["settled review", "acknowledged review"]);
});

test("an operation whose process has ended has the line lost", async () => {
  const { store, stage, transfer, steps } = audited();
  stage.operator.send = () => new Promise(() => {});
  const { id } = (await transfer()) as { id: string };
  // The state after a killed process: in flight, with a lease that is not renewed.
  await store.finish("m", id, ["inflight"], { owner: "gone", leaseUntil: START });
  stage.start({ store, owner: "process-2" });
  await stage.pass(MINUTE);
  expect(steps()).toEqual(["began inflight", "sent inflight", "lost unknown"]);
});
