/** What the audit trail says about an operation, whatever happens to it. */
import { expect, test } from "vitest";
import { lineOf, type AuditLine } from "../../server/audit/line";
import type { Observer } from "../../server/operations/step";
import { memoryStore } from "../support/memory-store";
import { createStage, LOST, MINUTE, SECOND, START, TRANSFER } from "./operations-stage";

const ORIGIN = { requestId: "REQUEST001", network: "203.0.113.0/24", currency: "BAHT" };

/** A stage whose steps are noted. */
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

test("an operation that succeeds is noted when it began, was sent and was answered", async () => {
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

test("an operation that the operator refuses is noted with the reason", async () => {
  const { lines, stage, transfer, steps } = audited();
  stage.operator.send = () => ({ kind: "refused", code: "MONEY_NOT_ENOUGH" });
  await transfer();
  expect(steps()).toEqual(["began inflight", "sent inflight", "answered rejected"]);
  expect(lines.at(-1)).toMatchObject({ code: "MONEY_NOT_ENOUGH" });
});

test("a lost answer is noted, and what settled it later", async () => {
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

test("an operation executed after it was called not done is noted as corrected", async () => {
  const { stage, operations, transfer, steps } = audited();
  stage.operator.send = () => LOST;
  const outcome = await transfer();
  await stage.pass(7 * MINUTE);
  stage.operator.execute();
  await stage.soon(operations().view((outcome as { id: string }).id));
  expect(steps().slice(3)).toEqual(["settled notdone", "corrected done"]);
});

test("a review is noted, and that the member has read it", async () => {
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

test("an operation whose process has ended is noted as lost", async () => {
  const { store, stage, transfer, steps } = audited();
  stage.operator.send = () => new Promise(() => {});
  const { id } = (await transfer()) as { id: string };
  // The state after a killed process: in flight, with a lease that is not renewed.
  await store.finish("m", id, ["inflight"], { owner: "gone", leaseUntil: START });
  await stage.pass(MINUTE);
  expect(steps()).toEqual(["began inflight", "sent inflight", "lost unknown"]);
});
