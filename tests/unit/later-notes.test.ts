import { expect, onTestFinished, test, vi } from "vitest";
import { createLaterNotes } from "../../server/chat/later-notes";

function notes() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: [string, number][] = [];
  const later = createLaterNotes(async (owner, at) => void written.push([owner, at]), 500);
  return { written, later };
}

test("what many messages brought is written once, as the newest of each owner", async () => {
  const { written, later } = notes();
  later.note("one", 1);
  later.note("one", 3);
  later.note("other", 2);
  later.note("one", 2);
  await vi.advanceTimersByTimeAsync(499);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([
    ["one", 3],
    ["other", 2],
  ]);
  later.note("one", 4);
  await vi.advanceTimersByTimeAsync(500);
  expect(written.slice(2)).toEqual([["one", 4]]);
});

test("a read mark finds what came just before it", async () => {
  const { written, later } = notes();
  later.note("one", 1);
  await later.flush();
  expect(written).toEqual([["one", 1]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written, "once").toHaveLength(1);
});
