import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { readReference } from "../../server/operations/reference";
import { createStage, LOST, SECOND, TRANSFER } from "./operations-stage";
import type { Stage } from "./operations-stage";

async function transfer(stage: Stage, engine = stage.engine): Promise<string> {
  const request = stage.request(engine);
  const key = await stage.soon(request.formKey("transfer"));
  const outcome = await stage.soon(request.run("transfer", TRANSFER, key));
  expect(outcome.kind).toBe("receipt");
  return (outcome as { id: string }).id;
}

const found = async (stage: Stage, typed: string) => (await stage.soon(stage.request().view(typed)))?.id;

test("an operation is found by any spelling of its reference", async () => {
  const stage = createStage();
  const id = await transfer(stage);
  expect(readReference(id)).toBe(id);
  const spoken = id.toLowerCase().replaceAll("-", " ").replaceAll("1", "l").replaceAll("0", "o").replaceAll("v", "u");
  expect(await found(stage, spoken)).toBe(id);
  expect(await found(stage, `${id}0`)).toBeUndefined();
});

test("an operation without a reference is found by its id", async () => {
  const stage = createStage();
  const old = randomUUID();
  expect(await transfer(stage, stage.start({ newId: () => old }))).toBe(old);
  expect(await found(stage, old)).toBe(old);
});

test("a reference that the member already has is made anew", async () => {
  const stage = createStage();
  const made = ["7KM-2QX-94TD", "7KM-2QX-94TD", "0J3-8WB-5CYH"];
  const engine = stage.start({ newId: () => made.shift()! });
  const first = await transfer(stage, engine);
  expect(await transfer(stage, engine)).not.toBe(first);
  expect(made).toEqual([]);
});

test("each line about an operation has its reference, and the request id only in its own field", async () => {
  const stage = createStage();
  stage.operator.send = () => (stage.operator.execute(), LOST);
  const id = await transfer(stage);
  await stage.pass(3 * SECOND);
  const lines = stage.logged.map(({ message, facts: { operation, requestId } }) => ({ message, operation, requestId }));
  expect(lines).toEqual([
    { message: "operation without an answer", operation: id, requestId: "request-1" },
    { message: "unknown operation settled", operation: id, requestId: undefined },
  ]);
});
