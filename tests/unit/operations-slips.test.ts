import { expect, test } from "vitest";
import { createStage, LOST, MINUTE, SECOND, START, SUCCESS, TRANSFER } from "./operations-stage";
import type { Stage } from "./operations-stage";

const INPUT = { bankCode: null, records: "first bytes" };
const slip = (reference: string, at: number) => ({ reference, createdAt: new Date(at) });
const taken = (reference: string) =>
  ({ kind: "answer", output: { reference, sha256: `hash of ${reference}` } }) as const;

async function upload(stage: Stage, records = INPUT.records) {
  const request = stage.request();
  const outcome = await stage.soon(
    request.formKey("uploadSlip").then((key) => request.run("uploadSlip", { ...INPUT, records }, key)),
  );
  return (outcome as { id: string }).id;
}
const stateOf = async (stage: Stage, id: string) => (await stage.soon(stage.request().view(id)))?.state;

test("a slip whose answer was lost is found in the list of slips", async () => {
  const stage = createStage();
  stage.operator.slips = [slip("old", START - MINUTE)];
  stage.operator.send = () => {
    stage.operator.slips.unshift(slip("new", stage.now()));
    return LOST;
  };
  const id = await upload(stage);
  expect(await stateOf(stage, id)).toBe("unknown");
  await stage.pass(5 * SECOND);
  expect(await stateOf(stage, id)).toBe("done");
});

test("a slip that never arrived counts as not done after the quiet time", async () => {
  const stage = createStage();
  stage.operator.slips = [slip("old", START - MINUTE)];
  stage.operator.send = () => LOST;
  const id = await upload(stage);
  await stage.pass(4 * MINUTE);
  expect(await stateOf(stage, id)).toBe("unknown");
  await stage.pass(3 * MINUTE);
  expect(await stateOf(stage, id)).toBe("notdone");
});

test("an earlier slip that is listed late is not taken for the lost one", async () => {
  const stage = createStage();
  stage.operator.send = () => taken("first");
  await upload(stage);
  const firstAt = stage.now();
  stage.operator.send = () => LOST;
  const id = await upload(stage, "other bytes");
  stage.operator.slips.unshift(slip("first", firstAt));
  await stage.pass(8 * MINUTE);
  expect(await stateOf(stage, id)).toBe("notdone");
});

test("a slip that an older operation has sent is not taken for the lost one, however many there were since", async () => {
  const stage = createStage();
  const { operator } = stage;
  operator.send = () => LOST;
  const first = await upload(stage);
  const listed = [slip("first", stage.now())];
  operator.slips = listed;
  await stage.pass(3 * MINUTE);
  expect(await stateOf(stage, first)).toBe("done");
  // The list does not show it for a moment, so the next one begins without knowing it.
  operator.slips = [];
  const lost = await upload(stage, "other bytes");
  operator.slips = listed;
  operator.fault = new Error("down");
  await stage.pass(20 * SECOND);
  expect(await stateOf(stage, lost)).toBe("unknown");
  operator.fault = null;
  operator.send = () => (operator.execute(), SUCCESS);
  for (let count = 0; count < 12; count += 1) {
    const request = stage.request();
    const key = await stage.soon(request.formKey("transfer"));
    await stage.soon(request.run("transfer", TRANSFER, key));
  }
  await stage.pass(8 * MINUTE);
  expect(await stateOf(stage, lost)).toBe("notdone");
});

test("a slip that may be one of several is not taken for a later one either, once they are in review", async () => {
  const stage = createStage();
  stage.operator.send = () => LOST;
  const earlier = [await upload(stage, "one"), await upload(stage, "two")];
  await stage.pass(MINUTE);
  const later = await upload(stage, "three");
  await stage.pass(2 * MINUTE);
  stage.operator.slips = [slip("of one or two", stage.now())];
  await stage.pass(8 * MINUTE);
  expect(await Promise.all([...earlier, later].map((id) => stateOf(stage, id)))).toEqual(Array(3).fill("review"));
});

test("waiting for the answer starts after the last byte was sent", async () => {
  const stage = createStage();
  const request = stage.request();
  let hand = () => {};
  const handedOver = new Promise<void>((resolve) => (hand = resolve));
  stage.operator.send = () => new Promise(() => {});
  const key = await stage.soon(request.formKey("uploadSlip"));
  let outcome: unknown = null;
  void request.run("uploadSlip", INPUT, key, { handedOver }).then((known) => (outcome = known));
  await stage.pass(2 * MINUTE);
  expect(outcome).toBeNull();
  hand();
  await stage.pass(9 * SECOND);
  expect(outcome).toMatchObject({ kind: "receipt" });
});

test("recent slips are available, newest first", async () => {
  const stage = createStage();
  for (const name of ["one", "two"]) {
    stage.operator.send = () => taken(name);
    stage.operator.slips.unshift(slip(name, stage.now()));
    await upload(stage, name);
  }
  expect(await stage.soon(stage.request().recent("uploadSlip"))).toMatchObject([
    { output: { sha256: "hash of two" } },
    { output: { sha256: "hash of one" } },
  ]);
  expect(await stage.soon(stage.request().recent("transfer"))).toEqual([]);
});
