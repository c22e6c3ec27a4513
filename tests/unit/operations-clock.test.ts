import { expect, test } from "vitest";
import { systemClock, TimedOut, within } from "../../server/operations/clock";
import { createScheduler } from "../simulation/scheduler";

const START = 0;

test("what takes too long is given up at its deadline", async () => {
  const scheduler = createScheduler(START);
  const late = expect(within(scheduler, 10, new Promise(() => {}))).rejects.toThrow(TimedOut);
  expect(scheduler.step()).toBe(true);
  expect(scheduler.now()).toBe(START + 10);
  await late;
});

test.each(["answered", "failed"])("a deadline that was met leaves nothing to wait for (%s)", async (how) => {
  const scheduler = createScheduler(START);
  const work = how === "answered" ? Promise.resolve("answer") : Promise.reject(new Error("answer"));
  expect(await within(scheduler, 10, work).catch((error: Error) => error.message)).toBe("answer");
  expect(scheduler.step()).toBe(false);
});

test("the system's clock acts once, unless it is canceled before", async () => {
  const acts: string[] = [];
  systemClock.after(1, () => acts.push("canceled"))();
  systemClock.after(2, () => acts.push("acted"));
  await expect.poll(() => acts).toEqual(["acted"]);
});
